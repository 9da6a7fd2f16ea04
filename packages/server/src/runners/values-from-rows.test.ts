import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UnsafeValueError } from '@sightline/domain/parameters/fill-in.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import { languages } from '@sightline/domain/query-text/languages.ts'
import { dialectsOf } from '@sightline/domain/query-text/same-reading.ts'
import { normaliseStatements } from '@sightline/domain/sql-text/statements.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { HOSTILE_VALUES, withName, withTextAsValue, withValueFromRows } from '../testing/hostile-values.ts'
import { never } from '../testing/never.ts'
import { rowsOf } from '../testing/rows-of.ts'
import duckdb from './duckdb/index.ts'
import { sheetQuery } from './google-spreadsheets/index.ts'
import { parseJsonQuery } from './http/json-query.ts'
import { jsonQuery } from './json/query.ts'
import { mongoQuery } from './mongodb/query.ts'
import { prometheusQuery } from './prometheus/index.ts'
import { parseCommands } from './redis/commands.ts'
import { runners } from './registry.ts'
import sqlite from './sqlite/index.ts'

it('knows the language of every type of data source, in each of its dialects, and no other language', () => {
  const used = [...runners.values()].flatMap((runner) =>
    (runner.dialects ?? [runner.dialect]).map((dialect) => textLanguage({ ...runner, dialect })),
  )
  expect([...new Set(used)].sort()).toEqual([...languages].sort())
})

it('compares texts of SQL in every dialect in which a type looks for the ends of statements (OPEN-191)', () => {
  for (const runner of runners.values())
    for (const dialect of runner.dialects ?? [runner.dialect]) {
      const language = textLanguage({ ...runner, dialect })
      if (runner.supportsAutoLimit) expect(dialectsOf(language), runner.type).toContain(dialect)
    }
})

/** Language, text, and the value that a runner of this language reads from the filled text. */
const READ: [language: string, text: string, read: (filled: string) => unknown][] = [
  ['lucene', '{"index": "{{ x }}"}', (filled) => parseJsonQuery(filled).index],
  ['mongodb', '{"collection": "c", "query": {"a": ["{{ x }}"]}}', (filled) => mongoQuery(filled, new Date(0)).query.a[0]],
  ['redis', 'SET a "{{ x }}" b', (filled) => parseCommands(filled)[0]?.[2]],
  ['redis', "SET a '{{ x }}' b", (filled) => parseCommands(filled)[0]?.[2]],
  ['sheets', 'key|"{{ x }}"', (filled) => sheetQuery(filled).sheet],
  [
    'promql',
    'query=up{a=`{{ x }}`}&step=5',
    (filled) => /`(.*)`/s.exec(prometheusQuery(filled, 0).params.get('query') ?? '')?.[1],
  ],
  ['yaml', 'url: "https://a.b/?q={{ x }}&limit=1"', (filled) => new URL(jsonQuery(filled).url).searchParams.get('q')],
  [
    'yaml',
    'url: https://a.b/?q={{ x }}&limit=1\nmethod: get',
    (filled) => new URL(jsonQuery(filled).url).searchParams.get('q'),
  ],
  ['yaml', '{"url": "https://a.b/?q={{ x }}"}', (filled) => new URL(jsonQuery(filled).url).searchParams.get('q')],
  ['yaml', 'url: a\nparams:\n  q: "{{ x }}"\n  limit: 1', (filled) => jsonQuery(filled).params.get('q')],
  ['yaml', "url: a\nparams:\n  q: '{{ x }}'\n  limit: 1", (filled) => jsonQuery(filled).params.get('q')],
  ['yaml', 'url: a\nparams: {q: "{{ x }}", limit: 1}', (filled) => jsonQuery(filled).params.get('q')],
  ['yaml', "url: a\nfields:\n  - '{{ x }}'\n  - b", (filled) => jsonQuery(filled).fields?.[0]],
  ['graphql', 'variables:\n  name: "{{ x }}"\nquery: "{ a }"', (filled) => parse(filled).variables.name],
]

/** Quotes of SQL. If a dialect does not know one, the value is refused, or is treated as if it stood outside quotes. */
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
  'leaves a value from rows as it is when $type looks for the ends of statements',
  (runner) => {
    const language = textLanguage(runner)
    for (const quote of QUOTES)
      for (const value of HOSTILE_VALUES) {
        const text = filledOrNull(language, `select ${quote} from t`, value)
        if (text !== null) expect(normaliseStatements(text, { dialect: runner.dialect, autoLimit: false })).toBe(text)
      }
  },
)

function filledOrNull(language: string, text: string, value: string): string | null {
  try {
    return withValueFromRows(language, text, value)
  } catch (error) {
    if (error instanceof UnsafeValueError) return null
    throw error
  }
}

describe('a value from rows', () => {
  it.each(READ)('is read as it is where the language is %s, or is refused: %s', (language, text, read) => {
    let found = 0
    for (const value of HOSTILE_VALUES) {
      const filled = filledOrNull(language, text, value)
      if (filled === null) continue
      expect(read(filled), JSON.stringify(value)).toBe(value)
      found++
    }
    expect(found).toBeGreaterThan(HOSTILE_VALUES.length / 2)
  })

  it('is matched exactly in DuckDB, also if it is passed as a value (OPEN-191)', async () => {
    const texts = HOSTILE_VALUES.map((value) => {
      const place = '\'{{ x }}\', E\'{{ x }}\', a."{{ x }}" from (select 1 as "{{ x }}") a'
      return `${withTextAsValue('postgresql', 'select {{ x }}, ', value)}${withValueFromRows('postgresql', place, value)}`
    })
    const config = { dbpath: ':memory:' }
    const result = await duckdb.run(texts.join(' union all '), {
      config,
      signal: never,
      tempDir: '/nowhere',
    })
    expect(await rowsOf(result)).toEqual(HOSTILE_VALUES.map((value) => [value, value, value, 1]))
  })

  it('is matched exactly in SQLite, also if it is passed as a value (OPEN-191)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-values-'))
    const dbpath = join(folder, 'a.db')
    new DatabaseSync(dbpath).close()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const texts = HOSTILE_VALUES.flatMap((value) => [
      withValueFromRows('sqlite', "select '{{ x }}'", value),
      withTextAsValue('sqlite', 'select {{ x }}', value),
    ])
    for (let at = 0; at < texts.length; at += 400) {
      const text = texts.slice(at, at + 400).join(' union all ')
      const result = await sqlite.run(text, { config: { dbpath }, signal: never, tempDir: folder })
      const values = HOSTILE_VALUES.flatMap((value) => [[value], [value]])
      expect(await rowsOf(result)).toEqual(values.slice(at, at + 400))
    }
  })
})

/** Without dots, a name has one part; one that begins with a quote could have its own quotes. */
const HOSTILE_NAMES = HOSTILE_VALUES.map((value) => `a${value}`)

describe('the name of a column', () => {
  it('is read as it is by DuckDB, whatever it is (OPEN-203)', async () => {
    const texts = HOSTILE_NAMES.map((name) => withName('postgresql', 'select a.{{ x }} from (select 1 as {{ x }}) a', name))
    const config = { dbpath: ':memory:' }
    const context = { config, signal: never, tempDir: '/nowhere' }
    expect(await rowsOf(await duckdb.run(texts.join(' union all '), context))).toEqual(HOSTILE_NAMES.map(() => [1]))
  })

  it('is read as it is by SQLite, and is never a text there (OPEN-203)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-names-'))
    const dbpath = join(folder, 'a.db')
    new DatabaseSync(dbpath).close()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const context = { config: { dbpath }, signal: never, tempDir: folder }
    const texts = HOSTILE_NAMES.slice(0, 400).map((name) =>
      withName('sqlite', 'select a.{{ x }} from (select 1 as {{ x }}) a', name),
    )
    expect(await rowsOf(await sqlite.run(texts.join(' union all '), context))).toEqual(texts.map(() => [1n]))
    const unknown = sqlite.run(withName('sqlite', 'select {{ x }}', 'nothing'), context)
    await expect(unknown.then(rowsOf)).rejects.toThrow('no such column: "nothing"')
  })
})
