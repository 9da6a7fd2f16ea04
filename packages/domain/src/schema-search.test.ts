import { describe, expect, it } from 'vitest'
import { allowsLiveAutocomplete, schemaRows, searchSchema, sizeText } from './schema-search.ts'

const table = (name: string, ...columns: string[]) => ({
  name,
  size: 3,
  columns: columns.map((column) => ({ name: column, type: 'text' })),
})
const tables = [table('flights', 'origin', 'delay_min'), table('carriers', 'code', 'name'), table('airports', 'code', 'city')]
const none = new Set<string>()
const names = (search: string) => searchSchema(tables, search, none).map((entry) => entry.name)

describe('searching the schema', () => {
  it('finds tables and columns by name (EDIT-11)', () => {
    expect(names('FLI')).toEqual(['flights'])
    expect(names('code')).toEqual(['carriers', 'airports'])
    expect(names('air city')).toEqual(['airports'])
    expect(names('air delay')).toEqual([])
  })

  it('opens a table whose columns match, and hides its other columns', () => {
    const [entry] = searchSchema(tables, 'delay', none)
    expect(entry).toMatchObject({ collapsed: false, columns: [{ name: 'delay_min' }] })
  })

  it('keeps name, size and columns of a table, and whether it is collapsed (EDIT-17)', () => {
    expect(searchSchema(tables, '', new Set(['flights']))[0]).toEqual({ ...tables[0], collapsed: false })
    expect(searchSchema(tables, '', none)[0]?.collapsed).toBe(true)
  })
})

describe('the rows of the schema browser', () => {
  it('are a table followed by its columns: 22 pixels, and 18 more for each column of an expanded one (EDIT-16)', () => {
    const rows = schemaRows(searchSchema(tables.slice(0, 1), '', new Set(['flights'])))
    expect(rows.map((row) => (row.kind === 'table' ? row.entry.name : row.column.name))).toEqual([
      'flights',
      'origin',
      'delay_min',
    ])
    expect(rows.map((row) => row.height)).toEqual([22, 18, 18])
    expect(schemaRows(searchSchema(tables.slice(0, 1), '', none)).map((row) => row.height)).toEqual([22])
  })
})

describe('the size of a table', () => {
  it.each([
    [14, '14'],
    [3376, '3.4k'],
    [42_049, '42.0k'],
    [3_000_000, '3M'],
    [1_234_567, '1.2M'],
    [999_999, '1M'],
  ])('with %i rows is "%s"', (rows, text) => {
    expect(sizeText(rows)).toBe(text)
  })
})

describe('live autocomplete', () => {
  it('is off for more than 5000 columns (EDIT-27)', () => {
    const wide = (count: number) => [table('wide', ...Array.from({ length: count }, (_, index) => `c${index}`))]
    expect(allowsLiveAutocomplete(wide(5000))).toBe(true)
    expect(allowsLiveAutocomplete(wide(5001))).toBe(false)
  })
})

describe('a search of several words', () => {
  const described = [
    { ...table('flights', 'origin', 'delay_min', 'delay_max'), description: 'Departures by day' },
    table('airports', 'city'),
  ]
  const found = (search: string) => searchSchema(described, search, none).map(({ name, columns }) => [name, columns.length])

  it('shows all tables with all columns if it has only spaces', () => {
    expect(found(' \t ')).toEqual([
      ['flights', 3],
      ['airports', 1],
    ])
    expect(found(' flights  ')).toEqual([['flights', 3]])
  })

  it('also searches the description of a table, if there is one', () => {
    expect(found('departures')).toEqual([['flights', 3]])
    expect([found('undefined'), found('null')]).toEqual([[], []])
  })

  it('keeps the columns with a word that the table does not have', () => {
    expect(found('flights delay origin')).toEqual([['flights', 3]])
    expect(found('day delay')).toEqual([['flights', 2]])
    expect(found('delay city')).toEqual([])
  })

  it('keeps a table closed if its own name matches', () => {
    expect(searchSchema(described, 'flights', none)[0]?.collapsed).toBe(true)
    expect(schemaRows(searchSchema(described, 'flights', none)).map(({ kind }) => kind)).toEqual(['table'])
    expect(schemaRows(searchSchema(described, 'max', none)).map(({ kind }) => kind)).toEqual(['table', 'column'])
  })
})

describe('an abbreviated number of rows', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0k'],
    [999_949, '999.9k'],
    [999_950, '1M'],
    [20_000_000, '20M'],
    [999_949_999, '999.9M'],
    [999_950_000, '1G'],
    [3_400_000_000, '3.4G'],
  ])('is abbreviated from %i to %s', (rows, text) => {
    expect(sizeText(rows)).toBe(text)
  })
})
