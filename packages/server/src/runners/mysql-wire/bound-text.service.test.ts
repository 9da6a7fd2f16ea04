import mysqlDriver from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTextAsValue } from '../../testing/hostile-values.ts'
import { startMariadb } from '../../testing/mariadb-server.ts'
import { never } from '../../testing/never.ts'
import type { DatabaseServer } from '../../testing/postgres-server.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { describeBoundTexts, FLIGHTS } from '../conformance/bound-texts.ts'
import { WORDS } from '../conformance/bound-words.ts'
import mariadb from '../mariadb/index.ts'
import { QueryError } from '../runner.ts'

let server: DatabaseServer
let admin: mysqlDriver.Connection
const options = () => ({
  host: server.host,
  port: server.port,
  user: server.user,
  passwd: server.password,
  db: server.database,
})

beforeAll(async () => {
  server = await startMariadb()
  admin = await mysqlDriver.createConnection({ uri: server.url, charset: 'utf8mb4' })
  for (const statement of FLIGHTS) await admin.query(statement)
  await admin.query('create table words (id int primary key, word varchar(50) collate utf8mb4_nopad_bin, key (word))')
  for (const [id, word] of WORDS.entries()) await admin.execute('insert into words values (?, ?)', [id, word])
  await admin.query(`create table typed (letter enum('a', 'b'), bytes varbinary(5), doc json, bits bit(3), old varchar(9) character set latin1,
    year year, length time, ratio double, n bigint unsigned, tags set('x', 'y'), fulltext (old)) engine = Aria`)
  await admin.query(
    `insert into typed values ('a', 'ab', '{"a": 1}', 5, 'é', 2026, '10:00:00', 0.1, 18446744073709551615, 'x,y')`,
  )
  await admin.query('create table log (id int auto_increment primary key, word varchar(3), day date) engine = Aria')
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

/** Rows, or the error with its position. */
async function run(text: string, bindsTexts: boolean) {
  const config = mariadb.config.parse(options())
  try {
    return { rows: await rowsOf(await mariadb.run(text, { config, signal: never, tempDir: '/nowhere', bindsTexts })) }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    return { error: error.message, position: error.position }
  }
}

describeBoundTexts('MariaDB', {
  runner: mariadb,
  options,
  tempDir: () => '/nowhere',
  same: [
    "select * from typed where letter = 'a' and bytes = 'ab' and doc = '{\"a\": 1}' and old = 'é' and old in ('é', 'x')",
    "select letter from typed where year = '2026' and length > '09:59:59' and ratio = '0.1' and n = '18446744073709551615'",
    "select letter from typed where find_in_set('x', tags) and bits = '5' and '1abc' = 1 and 'A' = 'a'",
    "select letter from typed where match (old) against ('x*' in boolean mode) or json_extract(doc, '$.a') = 1",
    "select id from flights where date_format(day, '%Y') = '2026' and airline regexp '^O' and airline = 'o\\'brien air'",
    "select id from flights where str_to_date('31/01/2026', '%d/%m/%Y') = day or date_add(day, interval '1' day) = '2026-03-01'",
    "select id from flights where day = date '2026-01-31' or airline = _utf8mb4'Zürich' collate utf8mb4_bin order by id",
    "select id from flights where airline like '%\\%%' or airline like 'Z\\_%' or airline like '%ü\\r%'",
    "select case when airline = 'a' then 1 else 2 end as x, count(*) from flights group by case when airline = 'a' then 1 else 2 end",
    "select id from flights where airline = 'Zür' 'ich'",
    "select id from flights where airline = 'Zürich' # it's\n and airline <> \"it's\"",
    "select id from flights where id = 1; select id from flights where airline = 'Zürich'",
    "explain select id from words where word = 'abc' or word like 'b%'",
    "explain format = json select id from words where word = 'abc'",
    "select id from flights where 'é' = 'e' and airline = 'Zürich' /* ; */",
    "show tables like 'fl%'",
    "(select id from flights where airline = '') union all select 5 where 'b' > 'a'",
  ],
  failing: [
    "select colour from flights where airline = 'a'",
    "select id\nfrom flights where airline = 'a' andd id = 1",
    "select id from typed, flights where old = '漢'",
    "select id from flights where airline = 'a' and",
    "insert into log (word, day) values ('a', 'never')",
    "insert into log (word) values ('abcd')",
  ],
  // The collation `general_ci` folds letters, so `LIKE` is compared in the collation of the column.
  fold: (text) => text,
  concat: (...texts) => `concat(${texts.join(', ')})`,
})

describe('texts of MariaDB (OPEN-212)', () => {
  const SENT = 'select info from information_schema.processlist where id = connection_id()'

  it('are sent as hexadecimal digits, except those that name columns', async () => {
    expect(await run(`${SENT} and 'it''s' <> ''`, true)).toEqual({ rows: [[`${SENT} and _utf8mb4 0x69742773 <> ''`]] })
    expect(await run(`${SENT} and 'a' = 'a'`, false)).toEqual({ rows: [[`${SENT} and 'a' = 'a'`]] })
    expect(await run(`select info, 'a' ${SENT.slice('select info'.length)} and 'b' = 'b'`, true)).toMatchObject({
      rows: [[expect.stringMatching(/^select info, 'a' .* and _utf8mb4 0x62 = _utf8mb4 0x62$/), 'a']],
    })
  })

  it('use the same indexes', async () => {
    const conditions = ["word = 'abc'", "word like 'abc%'", "word in ('abc', 'b')", "word > 'abc'"]
    for (const condition of conditions) {
      const digits = condition.replace(/'([^']*)'/g, (_, text) => `_utf8mb4 0x${Buffer.from(text).toString('hex')}`)
      const plan = await run(`explain select id from words where ${digits}`, false)
      expect(plan, condition).toEqual(await run(`explain select id from words where ${condition}`, false))
    }
  })

  it('change rows once, also where the server takes no digits', async () => {
    for (const text of [
      "insert into log (word) values ('a')",
      "insert into log (word) values ('a' 'b')",
      "insert into log set word = 'c'",
    ])
      expect(await run(text, true), text).toMatchObject({ error: 'No data was returned.' })
    expect(await run('select word from log order by id', false)).toEqual({ rows: [['a'], ['ab'], ['c']] })
    await run("update log set word = 'x\\'y' where word = 'c'", true)
    expect(await run("delete from log where word in ('a', 'ab', 'x''y') returning word", true)).toEqual({
      rows: [['a'], ['ab'], ["x'y"]],
    })
  })

  it('are stored in views and defaults as they are written', async () => {
    await run("create view late as select id from flights where airline = 'Zürich'", true)
    expect(await run('show create view late', false)).toMatchObject({
      rows: [['late', expect.stringContaining("= 'Zürich'"), expect.anything(), expect.anything()]],
    })
    await run('drop view late', false)
  })

  it('cannot be parameters of prepared statements, which return other values', async () => {
    const [literal] = await admin.query({ sql: 'select ratio from flights where id = 1', rowsAsArray: true })
    const [prepared] = await admin.execute({ sql: 'select ratio from flights where id = ?', rowsAsArray: true }, ['1'])
    expect([literal, prepared]).toEqual([[[16777200]], [[16777216]]])
    await expect(admin.execute('show tables like ?', ['a'])).rejects.toThrow(/syntax/)
  })
})

describe('texts of a server without backslash escapes (OPEN-212)', () => {
  beforeAll(() => admin.query("set global sql_mode = concat(@@global.sql_mode, ',NO_BACKSLASH_ESCAPES')"))
  afterAll(() => admin.query("set global sql_mode = replace(@@global.sql_mode, 'NO_BACKSLASH_ESCAPES', '')"))

  const found = (text: string, value: string) => run(withTextAsValue('mysql', text, value), true)

  it('are matched exactly', async () => {
    for (const [id, word] of WORDS.entries())
      for (const condition of ['word = {{ x }}', "word in ('no', '{{ x }}')"])
        expect(await found(`select id from words where ${condition}`, word), word).toEqual({ rows: [[id]] })
  })

  it("keep the author's backslashes", async () => {
    const text = "select 1 where 'a1' regexp '^a\\d$' and {{ x }} = 'a\\d'"
    expect(await found(text, 'a\\d')).toEqual({ rows: [[1]] })
    expect(await found(text, 'ad')).toEqual({ rows: [] })
  })

  it('are refused if the setting decides where a text ends', async () => {
    const message = expect.stringMatching(/^On this server backslashes are ordinary characters/)
    for (const text of [
      "select 1 where 'it\\'s' = 'a' or {{ x }} = ' or 1 = 1 or '",
      "select 1 where 'C:\\' <> {{ x }} and 'a' = 'a'",
    ])
      expect(await found(text, ', user() -- '), text).toEqual({ error: message, position: null })
    await admin.query("set global sql_mode = replace(@@global.sql_mode, 'NO_BACKSLASH_ESCAPES', '')")
    expect(await found("select 1 where 'it\\'s' = {{ x }}", "it's"), 'on other servers').toEqual({ rows: [[1]] })
    await admin.query("set global sql_mode = concat(@@global.sql_mode, ',NO_BACKSLASH_ESCAPES')")
  })
})
