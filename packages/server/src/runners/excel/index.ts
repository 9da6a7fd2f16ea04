import type { Download } from '../file-tables/download.ts'
import { defineDownload } from '../file-tables/download-type.ts'
import type { FileTable } from '../file-tables/file-table.ts'
import { QueryError } from '../runner.ts'

/** Sheets of Excel workbooks (.xlsx) at a URL. */
export default defineDownload({
  type: 'excel',
  name: 'Excel',
  gallery: { category: 'file', aliases: ['xlsx', 'xls', 'spreadsheet', 'url'] },
  moduleUrl: import.meta.url,
  options: ['sheet_name'],
  table,
})

async function table({ query, options: layout, path, tempDir }: Download): Promise<FileTable> {
  const sheet = query.sheet_name ?? 0
  if (typeof sheet !== 'string' && typeof sheet !== 'number')
    throw new QueryError('The option "sheet_name" should be a name or a number.')
  const { sheetsOf } = await import('../file-tables/xlsx/workbook.ts')
  const [found] = await sheetsOf(path, tempDir, { sheet, layout })
  if (!found) throw new QueryError('The sheet has no rows.')
  return { name: 'data', path: found.path, readCalls: [{ sql: found.sql, guessesNumbers: false }] }
}
