import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FirebirdServer, startFirebird } from '../../testing/firebird-server.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { describeBoundTexts } from '../conformance/bound-texts.ts'
import { WORDS } from '../conformance/bound-words.ts'
import { close, type Database, open } from './connection.ts'
import firebird from './index.ts'

let server: FirebirdServer

beforeAll(async () => {
  server = await startFirebird()
  const { host, port, database } = server
  const admin: Database = await open({ host, port, database, ...server.admin }, never)
  await admin.queryAsync(
    `CREATE TABLE FLIGHTS (ID INT, AIRLINE VARCHAR(50), "DAY" DATE, LANDED TIMESTAMP, PRICE DECIMAL(8, 2), RATIO FLOAT)`,
  )
  await admin.queryAsync('CREATE TABLE WORDS (ID INT, WORD VARCHAR(100))')
  for (const row of [
    ["1, 'O''Brien Air', '2026-01-31', '2026-01-31 10:00:00', 99.5, 16777216"],
    ["2, 'Zürich', '2026-02-28', '2026-02-28 00:00:00', 250, 0.1"],
    ["3, '', NULL, NULL, NULL, NULL"],
  ])
    await admin.queryAsync(`INSERT INTO FLIGHTS VALUES (${row})`)
  for (const [id, word] of WORDS.entries()) await admin.queryAsync('INSERT INTO WORDS VALUES (?, ?)', [id, word])
  for (const table of ['FLIGHTS', 'WORDS']) await admin.queryAsync(`GRANT SELECT ON ${table} TO USER ANALYST`)
  await close(admin)
})
afterAll(() => server.stop())

const options = () => {
  const { host, port, user, password, database } = server
  return { host, port, user, password, database }
}

it('sends texts to Firebird apart from the query (PARAM-73)', async () => {
  const context = { config: firebird.config.parse(options()), signal: never, tempDir: '/nowhere' }
  const text = "select cast(mon$sql_text as varchar(200)) as t from mon$statements where mon$sql_text like '%sql_text as%'"
  const bound = text.replace("'%sql_text as%'", 'CAST(? AS CHAR(13) CHARACTER SET UTF8)')
  const run = async (bindsTexts: boolean) => rowsOf(await firebird.run(text, { ...context, bindsTexts }))
  expect(await run(false)).toEqual([[text]])
  expect(await run(true)).toEqual([[bound]])
})

describeBoundTexts('Firebird', {
  runner: firebird,
  options,
  tempDir: () => '/nowhere',
  same: [
    "select id from flights where airline starting with 'Z' or airline containing 'brien' order by id",
    "select airline || '!' as a, char_length('a ') as n from flights where airline = 'Zürich  ' and id = '2'",
    "select id from flights where airline = 'a text that is longer than the column is, by some more characters' or id = 3",
    "select list(id, '/') from flights having list(id, '/') <> 'x'",
  ],
  failing: [
    "select id from flights where id = 'x'",
    "select colour from flights where airline = 'x'",
    "select id from flights where airline = 'x' and",
    "select cast('x' as integer) from flights where airline = 'Zürich'",
    "select id from flights where landed > 'soon'",
  ],
  fold: (text) => text,
  concat: (...texts) => texts.join(' || '),
  day: '"DAY"',
  padsTexts: true,
  requirement: 'PARAM-73',
  longList: 1400,
  numRuns: 50,
})
