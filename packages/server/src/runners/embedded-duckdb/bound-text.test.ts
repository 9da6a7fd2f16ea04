import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDatabase } from '../../testing/duckdb-shop.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { describeBoundTexts, FLIGHTS } from '../conformance/bound-texts.ts'
import { WORDS } from '../conformance/bound-words.ts'
import duckdb from '../duckdb/index.ts'

let folder = ''
let dbpath = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-duckdb-bound-'))
  dbpath = join(folder, 'shop.duckdb')
  const words = WORDS.map((word, id) => `(${id}, '${word.replaceAll("'", "''")}')`)
  await inDatabase(dbpath, [
    ...FLIGHTS,
    'create table words (id int, word varchar)',
    `insert into words values ${words}`,
    `create table typed as select 'a'::enum('a', 'b') as letter, interval '1 day' as span, [1, 2] as list, true as flag,
      '61f0c404-5cb3-11e7-907b-a6006ad3dba0'::uuid as uuid, '{"a": "x"}'::json as doc, {'k': 'v'} as struct, 1.5::double as ratio`,
  ])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describeBoundTexts('DuckDB', {
  runner: duckdb,
  options: () => ({ dbpath }),
  tempDir: () => folder,
  same: [
    "select * from typed where letter = 'a' and span = '1 day' and list = '[1,2]' and flag = 'true' and ratio = '1.5'",
    "select flag from typed where uuid = '61f0c404-5cb3-11e7-907b-a6006ad3dba0' and (doc->>'a') = 'x' and (doc->>'$.a') = 'x'",
    "select flag from typed where struct = {'k': 'v'} and struct['k'] = 'v'",
    "select id from flights where day = '2026-01-31'::date or day = cast('2026-02-28' as date) order by id",
    "select id from flights where day + interval 1 day = '2026-02-01' and date_trunc('month', day) = '2026-01-01'",
    "select id from flights where strftime(day, '%Y') = '2026' and date_diff('day', day, landed) = '0' and airline similar to 'O.*'",
    "select id from flights where coalesce(day, '2026-03-01') = '2026-03-01' and greatest('a', 'b') = 'b' and 'x' is not null",
    "select * from (values ('a', 1), ('5', 2)) v(x, y) where x = '5' and y = '2'",
    "select id from flights where '10' < '9' order by all",
    "select case when airline = 'a' then 1 else 2 end as x, count(*) from flights group by case when airline = 'a' then 1 else 2 end",
    "select id from flights where id = 1; select id from flights where airline = 'Zürich'",
    'pivot flights on airline using count(*) group by id order by id',
    "explain select id from flights where day = '2026-01-31' and airline in ('a', 'b')",
    "select id from flights where airline = 'Zürich' and day > interval '-1' day + '2026-01-01'::date",
  ],
  failing: [
    "select id from flights where day > 'soon'",
    "select colour from flights where airline = 'a'",
    "select id\nfrom flights where id = 'much'",
    "select id from flights where airline = 'a' and",
    "select id from flights where airline <> 'a' and error('stop')",
    "select id from flights where airline = 'Zürich' and $1 is null",
    "delete from flights where airline = 'a'",
  ],
  fold: (text) => text,
  concat: (...texts) => texts.join(' || '),
})

describe('a query of DuckDB (OPEN-212)', () => {
  const run = async (text: string, bindsTexts: boolean) => {
    const config = duckdb.config.parse({ dbpath })
    return rowsOf(await duckdb.run(text, { config, signal: never, tempDir: folder, bindsTexts }))
  }

  it('gets its texts as parameters, except those that name its columns', async () => {
    const text = "select current_query(), 'a' where 'it''s' = 'it''s'"
    expect(await run(text, true)).toEqual([["select current_query(), 'a' where $1 = $2", 'a']])
    expect(await run(text, false)).toEqual([[text, 'a']])
  })

  it('has the same plan, with its conditions in the scan of a table (measured with version 1.5)', async () => {
    const text = "select id from flights where day = '2026-01-31' and airline = 'Zürich' and id = '1'"
    const [[, plan] = []] = await run(`explain ${text}`, true)
    expect(plan).toMatch(/SEQ_SCAN[\s\S]*Filters:/)
  })
})
