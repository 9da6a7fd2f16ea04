import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UnsafeValueError } from '@sightline/domain/parameters/fill-in.ts'
import { textType } from '@sightline/domain/query-dialect.ts'
import { readableTypes } from '@sightline/domain/query-text/rules-by-type.ts'
import { normaliseStatements } from '@sightline/domain/sql-text/statements.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { HOSTILE_VALUES, withValueFromRows } from '../testing/hostile-values.ts'
import { rowsOf } from '../testing/rows-of.ts'
import duckdb from './duckdb/index.ts'
import { sheetQuery } from './google-spreadsheets/query.ts'
import { jsonObject } from './http/json-query.ts'
import { jsonQuery } from './json/query.ts'
import { mongoQuery } from './mongodb/query.ts'
import { prometheusQuery } from './prometheus/query.ts'
import { parseCommands } from './redis/commands.ts'
import { runners } from './registry.ts'
import sqlite from './sqlite/index.ts'

it('covers the query language of every type of data source in each of its dialects, and no other', () => {
  const written = [...runners.values()].flatMap((runner) =>
    runner.dialects ? runner.dialects.map((dialect) => textType({ ...runner, dialect })) : runner.type,
  )
  expect([...readableTypes].sort()).toEqual(written.sort())
})

/** Type, query, and a function that reads the value out of the query as the type does. */
const READ: [type: string, text: string, read: (filled: string) => unknown][] = [
  ['kibana', '{"index": "{{ x }}"}', (filled) => jsonObject(filled).index],
  ['mongodb', '{"collection": "c", "query": {"a": ["{{ x }}"]}}', (filled) => mongoQuery(filled, new Date(0)).query.a[0]],
  ['redis', 'SET a "{{ x }}" b', (filled) => parseCommands(filled)[0]?.[2]],
  ['redis', "SET a '{{ x }}' b", (filled) => parseCommands(filled)[0]?.[2]],
  ['google_spreadsheets', 'key|"{{ x }}"', (filled) => sheetQuery(filled).sheet],
  [
    'prometheus',
    'query=up{a=`{{ x }}`}&step=5',
    (filled) => /`(.*)`/s.exec(prometheusQuery(filled, 0).params.get('query') ?? '')?.[1],
  ],
  ['json', 'url: "https://a.b/?q={{ x }}&limit=1"', (filled) => new URL(jsonQuery(filled).url).searchParams.get('q')],
  [
    'json',
    'url: https://a.b/?q={{ x }}&limit=1\nmethod: get',
    (filled) => new URL(jsonQuery(filled).url).searchParams.get('q'),
  ],
  ['json', '{"url": "https://a.b/?q={{ x }}"}', (filled) => new URL(jsonQuery(filled).url).searchParams.get('q')],
  ['json', 'url: a\nparams:\n  q: "{{ x }}"\n  limit: 1', (filled) => jsonQuery(filled).params.get('q')],
  ['json', "url: a\nparams:\n  q: '{{ x }}'\n  limit: 1", (filled) => jsonQuery(filled).params.get('q')],
  ['json', 'url: a\nparams: {q: "{{ x }}", limit: 1}', (filled) => jsonQuery(filled).params.get('q')],
  ['json', "url: a\nfields:\n  - '{{ x }}'\n  - b", (filled) => jsonQuery(filled).fields?.[0]],
  ['graphql', 'variables:\n  name: "{{ x }}"\nquery: "{ a }"', (filled) => parse(filled).variables.name],
]

/** Quotes of SQL. If a dialect does not know one, the value is refused, or is treated as in code. */
const QUOTES = [
  "'{{ x }}'",
  '"{{ x }}"',
  '`{{ x }}`',
  '[{{ x }}]',
  "E'{{ x }}'",
  "r'{{ x }}'",
  "q'[{{ x }}]'",
  '$${{ x }}$$',
  '‘{{ x }}’',
]

it.each([...runners.values()].filter(({ supportsAutoLimit }) => supportsAutoLimit))(
  'keeps a value from rows when $type is split into statements',
  ({ type, dialect }) => {
    for (const quote of QUOTES)
      for (const value of HOSTILE_VALUES) {
        const text = filledOrNull(type, `select ${quote} from t`, value)
        if (text !== null) expect(normaliseStatements(text, { dialect, autoLimit: false })).toBe(text)
      }
  },
)

function filledOrNull(type: string, text: string, value: string): string | null {
  try {
    return withValueFromRows(type, text, value)
  } catch (error) {
    if (error instanceof UnsafeValueError) return null
    throw error
  }
}

describe('a value from rows', () => {
  it.each(READ)('is read by the type %s as it is, or is refused: %s', (type, text, read) => {
    let found = 0
    for (const value of HOSTILE_VALUES) {
      const filled = filledOrNull(type, text, value)
      if (filled === null) continue
      expect(read(filled), JSON.stringify(value)).toBe(value)
      found++
    }
    expect(found).toBeGreaterThan(HOSTILE_VALUES.length / 2)
  })

  it('is matched exactly in DuckDB', async () => {
    const texts = HOSTILE_VALUES.map(
      (value) =>
        `select ${withValueFromRows('duckdb', '\'{{ x }}\', E\'{{ x }}\', a."{{ x }}" from (select 1 as "{{ x }}") a', value)}`,
    )
    const config = { dbpath: ':memory:' }
    const result = await duckdb.run(texts.join(' union all '), {
      config,
      signal: new AbortController().signal,
      tempDir: '/nowhere',
    })
    expect(await rowsOf(result)).toEqual(HOSTILE_VALUES.map((value) => [value, value, 1]))
  })

  it('is matched exactly in SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-values-'))
    const dbpath = join(folder, 'a.db')
    new DatabaseSync(dbpath).close()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const texts = HOSTILE_VALUES.map((value) => withValueFromRows('sqlite', "('{{ x }}')", value))
    const signal = new AbortController().signal
    const result = await sqlite.run(`values ${texts.join()}`, { config: { dbpath }, signal, tempDir: folder })
    expect(await rowsOf(result)).toEqual(HOSTILE_VALUES.map((value) => [value]))
  })
})
