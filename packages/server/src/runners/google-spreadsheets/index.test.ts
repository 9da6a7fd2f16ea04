import { describe, expect, it } from 'vitest'
import { googleError, googleSource } from '../../testing/google-stub.ts'
import type { StubCall } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import sheets, { sheetQuery } from './index.ts'

const SHEETS = { sheets: [{ properties: { title: "Ada's budget", index: 1 } }, { properties: { title: 'First', index: 0 } }] }
const source = (values: unknown[][]) =>
  googleSource(sheets, {}, ({ path }: StubCall) => {
    if (path.startsWith('/v4/spreadsheets/abc/values/')) return json({ values })
    return path === '/v4/spreadsheets/abc' ? json(SHEETS) : googleError(404, 'Requested entity was not found.')
  })

describe('Google Sheets', () => {
  it('takes the first row for names, empty and repeated ones too, and types from the values', async () => {
    const { read } = await source([
      ['name', '', 'n', 'n', 'paid', 'day'],
      ['Ada', 'x', 1, 0.5, true, '2024-02-29'],
      ['Bob', '', '', 2, false, '', 'beyond'],
    ])
    const { columns, rows } = await read('abc')
    expect(columns).toEqual([
      ['name', 'string'],
      ['column_B', 'string'],
      ['n', 'integer'],
      ['n1', 'float'],
      ['paid', 'boolean'],
      ['day', 'date'],
      ['column_G', 'string'],
    ])
    expect(rows).toEqual([
      ['Ada', 'x', 1n, 0.5, true, '2024-02-29', null],
      ['Bob', null, null, 2, false, null, 'beyond'],
    ])
  })

  it.each([
    ['abc', "'First'"],
    ['abc|1', "'Ada''s budget'"],
    [`abc|"Ada's budget"`, "'Ada''s budget'"],
    ['https://docs.google.com/spreadsheets/d/abc/edit#gid=0', "'First'"],
  ])('reads the sheet that %s names', async (text, range) => {
    const { read, stub } = await source([['a'], [1]])
    expect((await read(text)).rows).toEqual([[1n]])
    expect(decodeURIComponent(stub.calls.at(-1)?.path ?? '')).toBe(`/v4/spreadsheets/abc/values/${range}`)
  })

  it('reports what it does not find', async () => {
    const { refusal } = await source([])
    const said = async (text: string) => (await refusal(text)).message
    expect(await said('nothing')).toBe('Spreadsheet (nothing) not found. Make sure you used correct id.')
    expect(await said('abc|2')).toBe(
      'Worksheet number 2 not found. Spreadsheet has 2 worksheets. Note that the worksheet count is zero based.',
    )
    expect(await said('abc|"Third"')).toBe("Worksheet title 'Third' not found.")
    expect(await said('abc|Third')).toBe('"Third" is not the number of a sheet. Put a title into quotes.')
    expect(await said('https://evil.example/abc')).toBe('The query should be the key or the address of a spreadsheet.')
  })

  it('can be tested: Google accepts the account or does not (DS-28)', async () => {
    const { context, stub } = await source([])
    await sheets.testConnection?.(context())
    expect(stub.calls.map(({ path }) => path)).toEqual(['/token'])
    await expect(sheets.testConnection?.(context({ options: { jsonKeyFile: 'e30=' } }))).rejects.toThrow(
      'The JSON key file is not the key of a service account.',
    )
  })
})

describe('the query of a spreadsheet', () => {
  it.each([
    ['abc', { key: 'abc', sheet: 0 }],
    [' abc | 2 ', { key: 'abc', sheet: 2 }],
    ['abc|', { key: 'abc', sheet: 0 }],
    ['abc|"Sales | 2024"', { key: 'abc', sheet: 'Sales | 2024' }],
    ['abc|"2"', { key: 'abc', sheet: '2' }],
    ['abc|""', { key: 'abc', sheet: '' }],
    ['https://docs.google.com/spreadsheets/d/K-e_y/edit#gid=0', { key: 'K-e_y', sheet: 0 }],
    ['HTTPS://docs.google.com/spreadsheets/u/12/d/key?x=1|3', { key: 'key', sheet: 3 }],
    ['https://docs.google.com/spreadsheets/d/key#gid', { key: 'key', sheet: 0 }],
  ])('%s', (text, query) => {
    expect(sheetQuery(text)).toEqual(query)
  })

  it.each(['', '|2', 'https://docs.google.com/document/d/key'])('is refused without a key: %j', (text) => {
    expect(() => sheetQuery(text)).toThrow('The query should be the key or the address of a spreadsheet.')
  })

  it.each(['abc|Sales', 'abc|-1', 'abc|2x', 'abc|"Sales'])('is refused with a title that stands in no quotes: %s', (text) => {
    expect(() => sheetQuery(text)).toThrow('is not the number of a sheet. Put a title into quotes.')
  })
})
