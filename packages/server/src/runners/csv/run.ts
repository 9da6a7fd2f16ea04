import { join } from 'node:path'
import { asUtf8, decompress, isGzipped } from '../file-tables/decoding.ts'
import { type Download, runDownload } from '../file-tables/download.ts'
import { csvReadCalls, type FileTable } from '../file-tables/file-table.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'

export const run = (text: string, context: RunContext<unknown>): Promise<RunnerResult> =>
  runDownload(text, { options: ['encoding'], table }, context)

async function table({ query, options, path, tempDir }: Download): Promise<FileTable> {
  const { skippedRows, hasHeader } = options
  const plain = (await isGzipped(path)) ? await decompress(path, join(tempDir, 'unpacked')) : path
  const file = await asUtf8(plain, tempDir, encodingOf(query.encoding))
  return {
    name: 'data',
    path: file,
    readCalls: csvReadCalls(file, `, delim = ',', skip = ${skippedRows}, header = ${hasHeader}`),
  }
}

/** @throws QueryError if the encoding is unknown */
function encodingOf(name: unknown): string | null {
  if (name === undefined || name === null) return null
  try {
    return new TextDecoder(String(name).replaceAll('_', '-')).encoding
  } catch (error) {
    throw new QueryError(`The encoding "${name}" is not known.`, { cause: error })
  }
}
