import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_VALUES, withTextAsValue } from '../../testing/hostile-values.ts'
import { never } from '../../testing/never.ts'
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import postgres from '../postgres/index.ts'
import { QueryError } from '../runner.ts'

let server: PostgresServer
let config: Record<string, unknown>

beforeAll(async () => {
  server = await startPostgres()
  const { host, port, user, password, database: dbname } = server
  config = postgres.config.parse({ host, port, user, password, dbname })
  await run(
    `create table flights (id int, airline text, code char(3), day date, price numeric(8, 2), tags jsonb, staff text[]);
    insert into flights values (1, 'O''Brien Air', 'OBA', '2026-01-31', 99.5, '{"class": "economy"}', '{ann,bob}'),
      (2, 'Zürich ✈', 'ZRH', '2026-02-28', 250, '{"class": "first"}', '{}'), (3, '', '', null, null, null, null);
    select 1`,
    false,
  )
})
afterAll(() => server.stop())

/** Returns columns and rows, or the error with its position. */
async function run(text: string, bindsTexts: boolean) {
  try {
    const result = await postgres.run(text, { config, signal: never, tempDir: '/nowhere', bindsTexts })
    return { columns: result.columns, rows: await rowsOf(result) }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    return { error: error.message, position: error.position }
  }
}

/** The text of the running statement, as the server has got it. */
const SENT = `select query from pg_stat_activity where pid = pg_backend_pid()`

describe('texts that are bound in PostgreSQL (OPEN-202)', () => {
  it('reach the server separately from the statement', async () => {
    expect(await run(`${SENT} and 'a' = 'a'`, true)).toMatchObject({ rows: [[`${SENT} and $1 = $2`]] })
    expect(await run(`${SENT} and 'a' = 'a'`, false)).toMatchObject({ rows: [[`${SENT} and 'a' = 'a'`]] })
  })

  it.each([
    "select id, airline from flights where airline = 'O''Brien Air'",
    "select 'a', 'b' as x, 'c'::text, 'd' || 'e', upper('f')",
    "select id from flights where code = 'OBA' or code in ('ZRH', '')",
    "select id from flights where day >= '2026-02-01' and price > '100' order by id",
    "select id from flights where airline ilike '%brien%' escape '!' or airline ~ '^Z'",
    `select id from flights where tags->>'class' = 'first' or tags @> '{"class": "economy"}'`,
    "select id from flights where 'ann' = any(staff) or staff = '{}'",
    "select case when day is null then 'none' else 'some' end as has, count(*) from flights group by 1 order by 1",
    // The server knows no type for these parameters.
    "select id from flights where 'x' is null or concat('a', airline) = 'aZürich ✈'",
    "select jsonb_build_object('airline', airline) from flights where id = 1",
    "select format('%s!', airline) from flights where id = 1",
    // To the server, equal literals are the same expression, but parameters with equal values are not.
    "select coalesce(airline, 'none') as a, count(*) from flights group by coalesce(airline, 'none') order by 1",
    "select max(price) filter (where airline <> 'x') from flights having count(*) > 0 and 'a' < 'b'",
    // Several statements cannot have parameters.
    "create temp table t as select 'a'::text as x; select x from t where x = 'a'",
    // Types, dollar quotes, escapes and continued literals stay.
    `select date '2026-01-31', interval '1 day', E'a\\nb', $$c$$, 'd'\n'e'`,
    "insert into flights (id, airline) values (9, 'new') returning airline",
    "select 'a' as x limit '1'",
  ])('give the columns and rows of literals: %s', async (text) => {
    const bound = await run(text, true)
    expect(bound).toEqual(await run(text, false))
    expect(bound).toHaveProperty('rows')
  })

  it.each([
    "select id from flights where day > 'soon'",
    "select colour from flights where airline = 'a'",
    "select id from flights where price = 'much' and airline = 'a'",
    "select 'a' +",
    "select id from flights where airline <> 'a' and 1 / (id - id) = 1",
    "update flights set id = 0 where airline = 'nobody'",
  ])('give the error of literals, at the same position: %s', async (text) => {
    const bound = await run(text, true)
    expect(bound).toEqual(await run(text, false))
    expect(bound).toHaveProperty('error')
  })

  it.each([
    "create view late as select * from flights where airline = 'a'",
    "select airline ilike'%a%' from flights order by id",
    "copy (select 'acme') to stdout",
    "select '1'::interval hour, '2'::interval",
    "select airline, sum(price) from flights where airline <> 'x' group by rollup (airline, code = 'OBA') order by 1, 2",
    "prepare again as select 'a'",
  ])('leave a statement alone that cannot have them, or would mean something else with them: %s', async (text) => {
    const fresh = text.replace('late', 'late_too')
    expect(await run(text, true)).toEqual(await run(fresh, false))
  })

  it('are safe where backslashes escape by default', async () => {
    const { user } = server
    await run(`alter role "${user}" set standard_conforming_strings = off; select 1`, false)
    try {
      for (const x of ["\\' or true --", '\\', 'C:\\temp\\']) {
        const filled = withTextAsValue('postgresql', "select id from flights where airline = '{{ x }}' or price = 'none'", x)
        const alone = withTextAsValue('postgresql', "select id from flights where airline = '{{ x }}'", x)
        expect(await run(filled, true), filled).toMatchObject({ error: expect.stringContaining('"none"') })
        expect(await run(alone, true), alone).toMatchObject({ rows: [] })
      }
    } finally {
      await run(`alter role "${user}" reset standard_conforming_strings; select 1`, false)
    }
  })

  it('run once, also where the server takes no parameters', async () => {
    await run('create sequence calls', false)
    for (const text of [
      "select nextval('calls'), 'a'",
      "select nextval('calls'), 'a' is null",
      "select nextval('calls') where 'x' = 'x'",
    ])
      await run(text, true)
    expect(await run('select last_value from calls', false)).toMatchObject({ rows: [[3n]] })
  })

  it('are matched exactly, whatever they are and however they stand', async () => {
    const places = [
      "{{ x }} = '@'",
      "'{{ x }}' = '@'",
      "'@' in ('', {{ x }})",
      "'<' || {{ x }} || '>' = '<@>'",
      "lower({{ x }}) = lower('@')",
    ]
    const value = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.string({ unit: 'grapheme' }))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), value, async (place, drawn) => {
        const text = drawn.replace(/[\0\r]/g, '')
        const condition = place.replaceAll('@', () => text.replaceAll("'", "''").replaceAll('{{', '{ {'))
        const expected = text.replaceAll('{{', '{ {')
        const filled = withTextAsValue('postgresql', `select 'found' as v where ${condition}`, expected)
        expect(await run(filled, true), filled).toMatchObject({ rows: [['found']] })
      }),
      { numRuns: 300 },
    )
  })
})
