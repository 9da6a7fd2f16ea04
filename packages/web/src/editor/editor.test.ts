import { dialectTitle, quotedName, sqlTitle } from '@sightline/domain/sql-text/quoted-name.ts'
import { describe, expect, it } from 'vitest'
import { findErrorRange } from './error-range.ts'
import { suggestionsFor, tableNamed, tablesInText } from './suggestions.ts'

const columns = (...names: string[]) => names.map((name) => ({ name, type: 'text' }))
const tables = [
  { name: 'flights', columns: columns('origin', 'delay_min') },
  { name: 'public.carriers', columns: columns('code', 'name') },
  { name: 'airports', columns: columns('iata') },
]

describe('suggestions', () => {
  const names = (text: string, qualifier: string | null) =>
    suggestionsFor(text, qualifier, '', tables).found.map((each) => each.name)

  it('are the columns of the tables in the text, then all tables', () => {
    expect(names('SELECT  FROM flights', null)).toEqual(['origin', 'delay_min', 'flights', 'public.carriers', 'airports'])
  })

  it('are the columns of all tables if the text has no table yet, but not where a table is expected (EDIT-28)', () => {
    const offered = (text: string, typed: string, isOfTable = false) =>
      suggestionsFor(text, null, typed, tables, isOfTable).found.map(({ name, kind, detail }) => [name, kind, detail])
    expect(offered('SELECT iat', 'iat')).toEqual([['iata', 'column', 'airports']])
    expect(offered('SELECT de FROM nowhere', 'DE')).toEqual([
      ['delay_min', 'column', 'flights'],
      ['code', 'column', 'public.carriers'],
    ])
    expect(offered('SELECT a', 'a').filter(([, kind]) => kind === 'table')).toHaveLength(2)
    expect(offered('SELECT * FROM iat', 'iat', true)).toEqual([])
    // With a table in the text only its columns are suggested.
    expect(offered('SELECT iat FROM flights', 'iat').map(([name]) => name)).not.toContain('iata')
  })

  it('contain each column once, with the number of its tables', () => {
    const twice = [...tables, { name: 'cities', columns: columns('code') }]
    expect(suggestionsFor('SELECT code', null, 'code', twice).found).toEqual([
      { name: 'code', kind: 'column', detail: '2 tables' },
    ])
  })

  it('resolve aliases, with and without AS', () => {
    expect(names('SELECT f. FROM flights f JOIN carriers AS c ON f.code = c.code', 'f')).toEqual(['origin', 'delay_min'])
    expect(names('SELECT c. FROM flights f JOIN "public".carriers AS c USING (code)', 'c')).toEqual(['code', 'name'])
  })

  it('include tables separated by commas', () => {
    expect([
      ...tablesInText('SELECT * FROM flights f, airports a WHERE 1 = 1', (name) => tableNamed(tables, name)).keys(),
    ]).toEqual(['flights', 'f', 'airports', 'a'])
  })

  it('do not take a keyword for an alias', () => {
    expect([...tablesInText('SELECT * FROM flights WHERE origin = 1', (name) => tableNamed(tables, name)).keys()]).toEqual([
      'flights',
    ])
  })

  it('are the tables of a schema after its dot', () => {
    expect(names('SELECT * FROM public.', 'public')).toEqual(['carriers'])
  })
})

describe('suggestions from a large schema', () => {
  it('find the first table with a name among ten thousand, using the index of the schema', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ name: `s${at % 100}.table_${at}`, columns: columns(`c${at}`) }))
    expect([
      ...tablesInText('SELECT * FROM table_7000 JOIN S1.TABLE_101 x ON 1 = 1', (name) => tableNamed(many, name)).keys(),
    ]).toEqual(['table_7000', 'table_101', 'x'])
    expect(tablesInText('SELECT * FROM table_7000', (name) => tableNamed(many.slice(0, 10), name)).size).toBe(0)
    const twins = [...many, { name: 'late.table_7000', columns: columns('other') }]
    expect(suggestionsFor('SELECT  FROM table_7000', null, '', twins).found[0]?.name).toBe('c7000')
  })

  const many = Array.from({ length: 10_000 }, (_, at) => ({ name: `s.table_${at}`, columns: columns('c') }))
  const offered = (typed: string, qualifier: string | null = null) => {
    const { found, isCut } = suggestionsFor('', qualifier, typed, [...many, { name: 's.orders', columns: [] }])
    return { names: found.map(({ name }) => name), isCut }
  }

  it('are limited to the best matches, and computed again as long as there are more', () => {
    expect(offered('').names).toHaveLength(200)
    expect(offered('TABLE_777')).toMatchObject({ isCut: false })
    expect(offered('TABLE_777').names.slice(0, 2)).toEqual(['s.table_777', 's.table_7770'])
    expect(offered('table')).toMatchObject({ isCut: true })
    expect(offered('ord')).toEqual({ names: ['s.orders'], isCut: false })
    expect(offered('odr').names).toEqual(['s.orders'])
  })

  it('include no columns of schemas with more than 5,000, and few of as many (EDIT-27, EDIT-28)', () => {
    const wide = (count: number) => [{ name: 'wide', columns: columns(...Array.from({ length: count }, (_, at) => `c${at}`)) }]
    const { found, isCut } = suggestionsFor('SELECT c', null, 'c', wide(5_000))
    expect([found.length, isCut]).toEqual([200, true])
    expect(suggestionsFor('SELECT c', null, 'c', wide(5_001)).found).toEqual([])
  })

  it('are the tables of a schema that start with the typed text', () => {
    expect(offered('tABLE_9999', 's')).toEqual({ names: ['table_9999'], isCut: false })
    expect(offered('s', 's').names).toEqual(['orders'])
    expect(offered('', 's')).toMatchObject({ isCut: true })
  })
})

describe('names inserted into a query', () => {
  it('are not quoted if they need no quotes', () => {
    expect(quotedName(['public', 'orders'], 'postgresql')).toBe('public.orders')
  })

  it('are quoted if the dialect needs it', () => {
    expect(quotedName(['Order Lines'], 'postgresql')).toBe('"Order Lines"')
    expect(quotedName(['Orders'], 'postgresql')).toBe('"Orders"')
    expect(quotedName(['Orders'], 'duckdb')).toBe('Orders')
    expect(quotedName(['order'], 'mysql')).toBe('`order`')
    // These read names without quotes as capitals.
    for (const dialect of ['oracle', 'snowflake', 'firebird']) {
      expect(quotedName(['SALES', 'Orders'], dialect)).toBe('SALES."Orders"')
    }
    expect(quotedName(['say "hi"'], 'sqlite')).toBe('"say ""hi"""')
  })
})

describe('the language of a data source', () => {
  it('has its own name even if the API calls its syntax SQL', () => {
    expect(['duckdb', 'trino', 'address', 'promql', 'flux'].map(dialectTitle)).toEqual([
      'DuckDB SQL',
      'Trino SQL',
      'Address',
      'PromQL',
      'Flux',
    ])
  })
})

describe('the SQL of a data source', () => {
  it('has the name of its type where types share a dialect', () => {
    expect(sqlTitle('postgresql', { type_name: 'Redshift' })).toBe('Redshift')
    expect(sqlTitle('trino', { type_name: 'Amazon Athena' })).toBe('Amazon Athena')
    expect(sqlTitle('duckdb', { type_name: 'Uploaded files' })).toBe('DuckDB SQL')
    expect(sqlTitle('', { type_name: 'Druid' })).toBe('SQL')
  })
})

describe('the range of an error', () => {
  const text = 'SELECT a,\n  avg(delay_mins) AS d\nFROM flights'
  const found = (message: string, position: number | null) => {
    const range = findErrorRange(text, message, position)
    return range && text.slice(range.from, range.to)
  }

  it('starts at the position that the data source reports', () => {
    expect(found('column "delay_mins" does not exist', text.indexOf('delay_mins') + 1)).toBe('delay_mins')
  })

  it('is found by the caret below a quoted line', () => {
    const message = 'Binder Error: column not found\n\nLINE 2:   avg(delay_mins) AS d\n              ^'
    expect(found(message, null)).toBe('delay_mins')
  })

  it('is found by a line number and a quoted word', () => {
    expect(found("You have an error in your SQL syntax near 'AS d' at line 2", null)).toBe('AS')
    expect(found('near "FROM": syntax error', null)).toBe('FROM')
  })

  it('is the whole line if only the line is named', () => {
    expect(found('syntax error on line 3', null)).toBe('FROM flights')
  })

  it('is unknown if the message names neither line nor word', () => {
    expect(found('permission denied', null)).toBeNull()
  })
})
