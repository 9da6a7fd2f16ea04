import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeBoundTexts, FLIGHTS } from '../conformance/bound-texts.ts'
import { WORDS } from '../conformance/bound-words.ts'
import sqlite from '../sqlite/index.ts'
import { prepare } from './prepare.ts'

let folder = ''
let dbpath = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-sqlite-bound-'))
  dbpath = join(folder, 'shop.db')
  const database = new DatabaseSync(dbpath)
  for (const statement of FLIGHTS) database.exec(statement)
  database.exec('create table words (id int, word text); create table plain (a, b text collate nocase)')
  database.exec("insert into plain values (5, 'Abc'), ('5', '5'), (5.0, 'é'), (x'35', null); create index low on plain (b)")
  const insert = database.prepare('insert into words values (?, ?)')
  for (const [id, word] of WORDS.entries()) insert.run(id, word)
  database.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describeBoundTexts('SQLite', {
  runner: sqlite,
  options: () => ({ dbpath }),
  tempDir: () => folder,
  same: [
    // Neither a literal nor a parameter has an affinity of its own.
    ...['a', 'b', 'a + 0', 'typeof(a)', '(select a)'].flatMap((one) => [
      `select a, b from plain where ${one} = '5'`,
      `select a, b from plain where ${one} in ('5', 'abc') or ${one} between '4' and '6'`,
      `select a, b from plain where ${one} like '5%' or '5' > ${one}`,
    ]),
    "select * from flights where strftime('%Y', day) = '2026' and airline glob 'Z*'",
    "select * from (values ('a', 1), ('5', 2)) where column1 = '5'",
    "select id from flights where airline = 'Zürich' and ?1 is null and :name is null",
    "select id from flights where id = 1; select 'b' as x where 'x' = 'x'",
    "explain query plan select a from plain where b = 'abc'",
  ],
  failing: [
    "select colour from flights where airline = 'a'",
    "select id from flights where airline = 'a' 'b' 'c'",
    "select id from flights where airline = 'a' and",
  ],
  // SQLite's LIKE folds the letters of ASCII.
  fold: (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  concat: (...texts) => texts.join(' || '),
})

describe('a statement that SQLite prepares (OPEN-212)', () => {
  const withDatabase = <Result>(use: (database: DatabaseSync) => Result): Result => {
    const database = new DatabaseSync(dbpath)
    try {
      return use(database)
    } finally {
      database.close()
    }
  }

  it('has parameters for texts, except those that name its columns', () => {
    const text = "select 'a', airline from flights where airline = 'it''s' and id in ('1', '2')"
    expect(withDatabase((database) => prepare(database, text, true))).toMatchObject({
      text: "select 'a', airline from flights where airline = ?1 and id in (?2, ?3)",
      values: ["it's", '1', '2'],
    })
  })

  it.each([
    ["select id from flights where airline = 'a'", false],
    ["select id from flights where airline = 'a' and ? is null", true],
    ["select id from flights where airline = 'a' and :x is null", true],
    ["explain select id from flights where airline = 'a'", true],
  ])('is as it is written in this case: %s', (text, bindsTexts) => {
    expect(withDatabase((database) => prepare(database, text, bindsTexts))).toMatchObject({ text, values: [] })
  })

  it('uses the same indexes either way', () => {
    const plans = (bindsTexts: boolean) =>
      withDatabase((database) =>
        ["b = 'abc'", "b like 'abc%'", "b in ('abc', 'd')", "b > 'abc'"].map((condition) => {
          const { text, values } = prepare(database, `select a from plain where ${condition}`, bindsTexts)
          return database
            .prepare(`explain query plan ${text}`)
            .all(...values)
            .map(({ detail }) => detail)
        }),
      )
    expect(plans(true)).toEqual(plans(false))
    expect(JSON.stringify(plans(true))).toContain('USING INDEX low')
  })
})
