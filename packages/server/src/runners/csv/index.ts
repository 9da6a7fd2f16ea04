import { join } from 'node:path'
import type { Download } from '../file-tables/download.ts'
import { defineDownload } from '../file-tables/download-type.ts'
import type { FileTable } from '../file-tables/file-table.ts'
import { QueryError } from '../runner.ts'

/** CSV files at a URL. */
export default defineDownload({
  type: 'csv',
  name: 'CSV',
  gallery: { category: 'file', aliases: ['tsv', 'text', 'url'] },
  moduleUrl: import.meta.url,
  options: ['encoding'],
  table,
})

async function table({ query, options, path, tempDir }: Download): Promise<FileTable> {
  const { asUtf8, decompress, isGzipped } = await import('../file-tables/decoding.ts')
  const { csvReadCalls } = await import('../file-tables/file-table.ts')
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
