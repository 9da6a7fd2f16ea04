import { QueryError } from '../runner.ts'

/** Which sheet of which spreadsheet. */
export interface SheetQuery {
  key: string
  /** Its number, from 0, or its title. */
  sheet: number | string
}

/** Reads `key`, `key|2` or `key|"Title"`, where the key may be the address of the spreadsheet. */
export function sheetQuery(text: string): SheetQuery {
  const [written = '', ...rest] = text.trim().split('|')
  const sheet = rest.join('|').trim()
  const key = keyIn(written.trim())
  if (key === '') throw new QueryError('The query should be the key or the address of a spreadsheet.')
  const [, title] = /^"(.*)"$/.exec(sheet) ?? []
  if (title !== undefined) return { key, sheet: title }
  if (sheet !== '' && !/^\d+$/.test(sheet))
    throw new QueryError(`"${sheet}" is not the number of a sheet. Put a title into quotes.`)
  return { key, sheet: Number(sheet) }
}

function keyIn(written: string): string {
  if (!/^https:\/\//i.test(written)) return written
  const [, key = ''] = /\/spreadsheets\/(?:u\/\d+\/)?d\/([^/?#]+)/.exec(written) ?? []
  return key
}
