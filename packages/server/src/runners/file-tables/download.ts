import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { quotedIdentifier } from '@duckdb/node-api'
import { runSandboxed } from '../embedded-duckdb/run.ts'
import { queryUrlClient } from '../http/query-url.ts'
import { parseYamlQuery } from '../http/yaml-query.ts'
import { CANCELLED, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { createDatabase } from './database.ts'
import type { FileTable } from './file-table.ts'
import { READER_OPTIONS, type ReaderOptions, readerOptions, selection } from './reader-options.ts'

const MAX_BYTES = 2 * 1024 ** 3

export interface Download {
  query: Record<string, unknown>
  options: ReaderOptions
  /** Path of the downloaded file. */
  path: string
  tempDir: string
}

/** How files of one format are read. */
export interface Format {
  /** Names of the format's own options. */
  options: readonly string[]
  /** Finds the table in a downloaded file. */
  table(download: Download): Promise<FileTable>
}

type Context = Omit<RunContext<unknown>, 'config'>

/**
 * Runs a query that names a file on the web: downloads it, imports it into a database and selects from that.
 * @param text YAML with `url`, optionally `user-agent`, and reader options
 */
export async function runDownload(text: string, format: Format, context: Context): Promise<RunnerResult> {
  const query = parseYamlQuery(text, 'Query should be a YAML object with the url of the file.')
  const { url } = query
  if (typeof url !== 'string') throw new QueryError("Query must include 'url' option.")
  const known = ['url', 'user-agent', ...READER_OPTIONS, ...format.options]
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new QueryError(`There is no option "${unknown}". The options are ${known.join(', ')}.`)
  try {
    return await readDownload(url.trim(), query, format, context)
  } catch (error) {
    if (context.signal.aborted) throw new QueryError(CANCELLED, { cause: error })
    if (!(error instanceof QueryError)) throw error
    throw new QueryError(`Error reading ${redactCredentials(url.trim())}. ${error.message}`, { cause: error })
  }
}

async function readDownload(
  url: string,
  query: Record<string, unknown>,
  format: Format,
  context: Context,
): Promise<RunnerResult> {
  const { tempDir, signal } = context
  const options = readerOptions(query)
  const path = join(tempDir, 'download')
  await download(path, url, query['user-agent'], context)
  const table = await format.table({ query, options, path, tempDir })
  const targetPath = join(tempDir, 'download.duckdb')
  const [made] = await createDatabase([table], { name: 'The file', targetPath, tempDir, signal })
  if (!made) throw new QueryError('It holds no table.')
  const sql = selection(
    quotedIdentifier(made.name),
    made.columns.map(({ name }) => name),
    options,
  )
  return runSandboxed(sql, { attachments: [{ path: targetPath, name: 'download' }], signal, tempDir })
}

async function download(path: string, url: string, agent: unknown, context: Context): Promise<void> {
  const headers: Record<string, string> = agent === undefined ? {} : { 'user-agent': String(agent) }
  const response = await queryUrlClient({ base: '', login: null }, context).send({ path: url, headers })
  let size = 0
  await pipeline(
    response.body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > MAX_BYTES) throw new QueryError('The file is larger than 2 GB.')
        yield chunk
      }
    },
    createWriteStream(path),
  )
}

/** Removes user and password, which must not appear in error messages. */
function redactCredentials(url: string): string {
  return url.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1')
}
