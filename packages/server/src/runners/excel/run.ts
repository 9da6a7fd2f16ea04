import { type Download, runDownload } from '../file-tables/download.ts'
import type { FileTable } from '../file-tables/file-table.ts'
import { sheetsOf } from '../file-tables/xlsx/workbook.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'

export const run = (text: string, context: RunContext<unknown>): Promise<RunnerResult> =>
  runDownload(text, { options: ['sheet_name'], table }, context)

async function table({ query, options: layout, path, tempDir }: Download): Promise<FileTable> {
  const sheet = query.sheet_name ?? 0
  if (typeof sheet !== 'string' && typeof sheet !== 'number')
    throw new QueryError('The option "sheet_name" should be a name or a number.')
  const [found] = await sheetsOf(path, tempDir, { sheet, layout })
  if (!found) throw new QueryError('The sheet has no rows.')
  return { name: 'data', path: found.path, readCalls: [{ sql: found.sql, guessesNumbers: false }] }
}
