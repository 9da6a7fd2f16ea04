import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'
import { type GoogleClient, googleClient } from '../google/client.ts'
import { accessToken, serviceAccount } from '../google/identity.ts'
import { defineRunner, QueryError, type RunContext, type RunnerResult, type SourceContext } from '../runner.ts'
import { type Row, rowsResult } from '../values/rows.ts'

const SheetsOptions = z.object({
  jsonKeyFile: secret('JSON Key File (ADC is used if omitted)').optional(),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint (Private Service Connect)', extra: true }),
})
type SheetsOptions = z.output<typeof SheetsOptions>

/** Google Sheets (https://developers.google.com/sheets/api): a query names a spreadsheet, and a sheet of it. */
export default defineRunner({
  type: 'google_spreadsheets',
  name: 'Google Sheets',
  gallery: { category: 'file', aliases: ['excel', 'spreadsheet', 'gsheets'], isPopular: true },
  syntax: 'custom',
  dialect: '',
  language: 'sheets',
  guide: 'google-sheets',
  moduleUrl: import.meta.url,
  config: SheetsOptions,
  run,
  testConnection,
})

type Context = Pick<SourceContext<SheetsOptions>, 'config' | 'signal'>

const SCOPES = ['https://www.googleapis.com/auth/spreadsheets.readonly']
const NOT_FOUND = 404

const Spreadsheet = z.object({
  sheets: z.array(z.object({ properties: z.object({ title: z.string(), index: z.number().default(0) }) })).default([]),
})
const Values = z.object({ values: z.array(z.array(z.unknown())).default([]) })

async function run(
  text: string,
  { config: { jsonKeyFile, endpoint }, signal }: RunContext<SheetsOptions>,
): Promise<RunnerResult> {
  const { key, sheet } = sheetQuery(text)
  const errorFrom = (message: string, status: number) =>
    new QueryError(status === NOT_FOUND ? `Spreadsheet (${key}) not found. Make sure you used correct id.` : message)
  const client = await googleClient({ name: 'sheets', jsonKeyFile, endpoint, scopes: SCOPES, signal, errorFrom })
  const path = `/v4/spreadsheets/${encodeURIComponent(key)}`
  const title = await titleOf(client, path, sheet)
  const range = encodeURIComponent(`'${title.replaceAll("'", "''")}'`)
  // Numbers are read unformatted, but dates formatted: unformatted dates are serial numbers, indistinguishable from others.
  const query = { valueRenderOption: 'UNFORMATTED_VALUE', dateTimeRenderOption: 'FORMATTED_STRING', majorDimension: 'ROWS' }
  const [head = [], ...rows] = Values.parse(await client.send({ path: `${path}/values/${range}`, query })).values
  const width = rows.reduce((most, row) => Math.max(most, row.length), head.length)
  const names = Array.from({ length: width }, (_, at) => nameOf(head[at], at))
  return rowsResult(
    names.map((name) => ({ name })),
    [rows.map((row): Row => row.map((value) => (value === '' ? null : value)))],
  )
}

async function titleOf(client: GoogleClient, path: string, sheet: number | string): Promise<string> {
  const { sheets } = Spreadsheet.parse(await client.send({ path, query: { fields: 'sheets.properties(title,index)' } }))
  const titles = sheets
    .map(({ properties }) => properties)
    .sort((one, other) => one.index - other.index)
    .map(({ title }) => title)
  if (typeof sheet === 'string') {
    if (!titles.includes(sheet)) throw new QueryError(`Worksheet title '${sheet}' not found.`)
    return sheet
  }
  const title = titles[sheet]
  if (title === undefined)
    throw new QueryError(
      `Worksheet number ${sheet} not found. Spreadsheet has ${titles.length} worksheets. Note that the worksheet count is zero based.`,
    )
  return title
}

const nameOf = (head: unknown, at: number): string => {
  const name = head === null || head === undefined ? '' : String(head).trim()
  return name === '' ? `column_${letters(at)}` : name
}

/** The letters of a column: A to Z, then AA. */
const letters = (at: number): string => (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26))

/** Only shows that Google accepts the key; whether a spreadsheet is readable is known when it is read. */
async function testConnection({ config, signal }: Context): Promise<void> {
  await accessToken(serviceAccount(config.jsonKeyFile), SCOPES, signal)
}

/** A sheet of a spreadsheet. */
interface SheetQuery {
  key: string
  /** Its number, from 0, or its title. */
  sheet: number | string
}

/** Reads `key`, `key|2` or `key|"Title"`, where the key may also be the URL of the spreadsheet. */
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
