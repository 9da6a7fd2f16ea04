import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { quotedIdentifier } from '@duckdb/node-api'
import { runShutIn } from '../embedded-duckdb/run.ts'
import { queryUrlClient } from '../http/query-url.ts'
import { parseYamlQuery } from '../http/yaml-query.ts'
import { CANCELLED, QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { makeDatabase } from './database.ts'
import type { FoundTable } from './found.ts'
import { READER_OPTIONS, type ReaderOptions, readerOptions, selection } from './reader-options.ts'

const MOST_BYTES = 2 * 1024 ** 3

export interface Download {
  query: Record<string, unknown>
  options: ReaderOptions
  /** Where the file lies now. */
  path: string
  tempDir: string
}

/** What is particular about one format. */
export interface Format {
  /** Names of options besides those that all formats have. */
  options: readonly string[]
  /** The table that a file holds. */
  table(download: Download): Promise<FoundTable>
}

type Context = Omit<RunContext<unknown>, 'config'>

/**
 * Runs a query that names a file on the web and how to read it: fetches it, makes a table of it, and reads that.
 * @param text YAML with `url`, perhaps `user-agent`, and options of the reader
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
    throw new QueryError(`Error reading ${withoutLogin(url.trim())}. ${error.message}`, { cause: error })
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
  await fetchTo(path, url, query['user-agent'], context)
  const table = await format.table({ query, options, path, tempDir })
  const targetPath = join(tempDir, 'download.duckdb')
  const [made] = await makeDatabase([table], { name: 'The file', targetPath, tempDir, signal })
  if (!made) throw new QueryError('It holds no table.')
  const sql = selection(
    quotedIdentifier(made.name),
    made.columns.map(({ name }) => name),
    options,
  )
  return runShutIn(sql, { attachments: [{ path: targetPath, name: 'download' }], signal, tempDir })
}

async function fetchTo(path: string, url: string, agent: unknown, context: Context): Promise<void> {
  const headers: Record<string, string> = agent === undefined ? {} : { 'user-agent': String(agent) }
  const answer = await queryUrlClient({ base: '', login: null }, context).send({ path: url, headers })
  let size = 0
  await pipeline(
    answer.body,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size > MOST_BYTES) throw new QueryError('The file is larger than 2 GB.')
        yield chunk
      }
    },
    createWriteStream(path),
  )
}

/** An address may carry a password, which nobody else is to read. */
function withoutLogin(url: string): string {
  return url.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1')
}
