import mysqlDriver from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startMariadb } from '../../testing/mariadb-server.ts'
import { type DatabaseServer, freePort } from '../../testing/postgres-server.ts'
import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { CANCELLED, QueryError, type Session } from '../runner.ts'
import mysql from './index.ts'

const NO_DATA = 'No data was returned.'

let server: DatabaseServer
let admin: mysqlDriver.Connection

beforeAll(async () => {
  server = await startMariadb()
  admin = await mysqlDriver.createConnection({ uri: server.url, multipleStatements: true })
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

const configOf = (changes: Record<string, unknown> = {}) =>
  mysql.config.parse({
    host: server.host,
    port: server.port,
    user: server.user,
    passwd: server.password,
    db: server.database,
    ...changes,
  })

const never = new AbortController().signal

const run = (text: string, { signal = never, ...changes }: { signal?: AbortSignal; [option: string]: unknown } = {}) =>
  mysql.run(text, { config: configOf(changes), signal, tempDir: '/nowhere' })

const read = async (text: string, changes: Record<string, unknown> = {}) => rowsOf(await run(text, changes))

async function failureOf(promise: Promise<unknown>): Promise<QueryError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  throw new Error('It did not fail.')
}
const refusal = async (text: string) => failureOf(run(text).then(rowsOf))

const TYPES: [definition: string, sourceType: string, storage: string, type: string | null, values: [string, ReadValue][]][] = [
  [
    'tinyint',
    'tinyint',
    'int32',
    'integer',
    [
      ['-128', -128],
      ['127', 127],
    ],
  ],
  ['tinyint unsigned', 'tinyint unsigned', 'int32', 'integer', [['255', 255]]],
  ['boolean', 'tinyint', 'int32', 'integer', [['true', 1]]],
  ['smallint', 'smallint', 'int32', 'integer', [['-32768', -32768]]],
  ['mediumint', 'mediumint', 'int32', 'integer', [['-8388608', -8388608]]],
  [
    'int',
    'int',
    'int32',
    'integer',
    [
      ['-2147483648', -2147483648],
      ['2147483647', 2147483647],
    ],
  ],
  ['int unsigned', 'int unsigned', 'int64', 'integer', [['4294967295', 4294967295n]]],
  [
    'bigint',
    'bigint',
    'int64',
    'integer',
    [
      ['-9223372036854775808', -9223372036854775808n],
      ['-5', -5n],
      ['999999999999999', 999999999999999n],
    ],
  ],
  [
    'bigint unsigned',
    'bigint unsigned',
    'decimal',
    'integer',
    [
      ['18446744073709551615', '18446744073709551615'],
      ['0', '0'],
    ],
  ],
  ['year', 'year', 'int32', 'integer', [['2024', 2024]]],
  ['bit(3)', 'bit(3)', 'int64', 'integer', [["b'101'", 5n]]],
  ['bit(64)', 'bit(64)', 'decimal', 'integer', [["x'ffffffffffffffff'", '18446744073709551615']]],
  ['float', 'float', 'double', 'float', [['0.1', 0.1]]],
  [
    'double',
    'double',
    'double',
    'float',
    [
      ['-1.5e-300', -1.5e-300],
      ['0.1', 0.1],
    ],
  ],
  [
    'decimal(12,2)',
    'decimal(12,2)',
    'decimal',
    'float',
    [
      ['-42.5', '-42.50'],
      ['0', '0.00'],
      ['-0.01', '-0.01'],
      ['9999999999.99', '9999999999.99'],
    ],
  ],
  [
    'decimal(38,10)',
    'decimal(38,10)',
    'decimal',
    'float',
    [
      ['-1234567890123456789012345678.0123456789', '-1234567890123456789012345678.0123456789'],
      ['1', '1.0000000000'],
    ],
  ],
  ['decimal(10,0) unsigned', 'decimal(10,0)', 'decimal', 'float', [['4294967296', '4294967296']]],
  ['decimal(65,30)', 'decimal(65,30)', 'number_text', 'float', [['1.5', `1.5${'0'.repeat(29)}`]]],
  [
    'date',
    'date',
    'date',
    'date',
    [
      ["'2024-02-29'", '2024-02-29'],
      ["'1000-01-01'", '1000-01-01'],
      ["'9999-12-31'", '9999-12-31'],
      ["'0001-01-01'", '0001-01-01'],
    ],
  ],
  [
    'datetime(6)',
    'datetime',
    'timestamp',
    'datetime',
    [
      ["'1969-12-31 23:59:59.999999'", '1969-12-31T23:59:59.999999'],
      ["'9999-12-31 23:59:59.123456'", '9999-12-31T23:59:59.123456'],
      ["'2024-01-02 03:04:05.6'", '2024-01-02T03:04:05.600'],
    ],
  ],
  ['datetime', 'datetime', 'timestamp', 'datetime', [["'2024-01-02 03:04:05'", '2024-01-02T03:04:05.000']]],
  ['timestamp(3) null', 'timestamp', 'timestamp', 'datetime', [["'2024-01-02 03:04:05.678'", '2024-01-02T03:04:05.678']]],
  ['time(1)', 'time', 'text', null, [["'-838:59:59.5'", '-838:59:59.5']]],
  [
    'varchar(20)',
    'varchar',
    'text',
    'string',
    [
      ["'é🐘'", 'é🐘'],
      ["''", ''],
    ],
  ],
  ['char(5)', 'char', 'text', 'string', [["'ab'", 'ab']]],
  ['longtext', 'text', 'text', null, [["repeat('🐘', 30000)", '🐘'.repeat(30_000)]]],
  ['varchar(9) character set latin1', 'varchar', 'text', 'string', [["'é'", 'é']]],
  ['varbinary(9)', 'varbinary', 'text', 'string', [["x'DEADbeef'", 'deadbeef']]],
  ['blob', 'blob', 'text', null, [["x'00ff'", '00ff']]],
  ["enum('a','b')", 'enum', 'text', 'string', [["'b'", 'b']]],
  ["set('a','b')", 'set', 'text', 'string', [["'a,b'", 'a,b']]],
  ['json', 'json', 'json', null, [[`'{"a": 1.10}'`, '{"a": 1.10}']]],
  ['uuid', 'uuid', 'text', 'string', [["'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']]],
  ['inet6', 'inet6', 'text', 'string', [["'::1'", '::1']]],
]

describe('values', () => {
  it.each(TYPES)('of %s come as they are', async (definition, sourceType, storage, type, values) => {
    const inserts = values.map(([sql]) => `(${sql})`).join(', ')
    const result = await run(`CREATE TEMPORARY TABLE t (n int auto_increment primary key, v ${definition});
      INSERT INTO t (v) VALUES (NULL), ${inserts}, (NULL); SELECT v FROM t ORDER BY n`)
    const [column] = result.columns
    expect([column?.sourceType, column?.storage.kind, column?.type]).toEqual([sourceType, storage, type])
    expect(await rowsOf(result)).toEqual([[null], ...values.map(([, value]) => [value]), [null]])
  })

  it('that are no days are left empty, and the log says so', async () => {
    const result = await run(`SET sql_mode = '';
      CREATE TEMPORARY TABLE t (day date, at datetime);
      INSERT INTO t VALUES ('0000-00-00', '0000-00-00 00:00:00'), ('2024-00-10', '2024-01-00 10:00:00'), ('2024-01-01', '2024-01-01');
      SELECT * FROM t`)
    expect(await rowsOf(result)).toEqual([
      [null, null],
      [null, null],
      ['2024-01-01', '2024-01-01T00:00:00.000'],
    ])
    expect(result.log?.()).toEqual(['day: zero dates in 2 rows are left empty.', 'at: zero dates in 2 rows are left empty.'])
  })

  it('of expressions are typed, too', async () => {
    const result = await run(`SELECT NULL, 1, 1.50, 'a', now(), count(*), sum(1), avg(1) FROM dual`)
    expect(result.columns.map(({ type }) => type)).toEqual([
      null,
      'integer',
      'float',
      'string',
      'datetime',
      'integer',
      'float',
      'float',
    ])
    expect((await rowsOf(result))[0]?.slice(0, 4)).toEqual([null, 1, '1.50', 'a'])
  })
})

describe('results', () => {
  it('have unique column names', async () => {
    const { columns } = await run('SELECT 1 AS id, 2 AS id, 3 AS `größe`')
    expect(columns.map(({ name }) => name)).toEqual(['id', 'id1', 'größe'])
  })

  it('have columns also when they have no rows', async () => {
    const result = await run('SELECT 1 AS a FROM dual WHERE false')
    expect(result.columns.map(({ name }) => name)).toEqual(['a'])
    expect(await rowsOf(result)).toEqual([])
  })

  it('arrive whole and in order, with nulls in between', async () => {
    const rows = await read('SELECT seq, if(seq % 3 = 0, NULL, concat("row ", seq)) FROM seq_1_to_50000')
    expect(rows).toEqual(
      Array.from({ length: 50_000 }, (_, index) => index + 1).map((n) => [String(n), n % 3 === 0 ? null : `row ${n}`]),
    )
  })

  it('have values larger than a packet', async () => {
    await admin.query('SET GLOBAL max_allowed_packet = 67108864')
    const text = `SELECT seq, repeat('x', 17000000) FROM seq_1_to_2`
    // What the server may send is agreed on when a connection is made.
    const rows = await read(text, { connect_timeout: 59 })
    expect(rows.map(([seq, value]) => [seq, String(value).length])).toEqual([
      ['1', 17_000_000],
      ['2', 17_000_000],
    ])
  })

  it('come from EXPLAIN, SHOW and procedures', async () => {
    expect((await read('EXPLAIN SELECT 1')).length).toBe(1)
    expect(await read("SHOW VARIABLES LIKE 'character_set_results'")).toEqual([['character_set_results', 'utf8mb4']])
    await admin.query('CREATE PROCEDURE two() BEGIN SELECT 1 AS first; SELECT 2 AS second, 3 AS third; END')
    expect(await read('/* who */ CALL two()')).toEqual([[2, 3]])
  })

  it('are the last ones of several statements', async () => {
    expect(await read('SELECT 1; SELECT 2, 3')).toEqual([[2, 3]])
    expect(await read('SELECT 7 AS x; SET @a = 1')).toEqual([[7]])
    expect(await read('SELECT seq FROM seq_1_to_40000; SELECT seq FROM seq_1_to_30000').then((rows) => rows.length)).toBe(
      30_000,
    )
  })

  it('are refused when an earlier one is too large to pass over', async () => {
    const error = await refusal("SELECT repeat('x', 100000) FROM seq_1_to_1000; SELECT 2")
    expect(error.message).toContain('Run them apart.')
  })

  it('say so when there are none', async () => {
    for (const text of ['CREATE TABLE made (id int)', 'INSERT INTO made VALUES (1)', 'SET @a = 1', 'DO 1; DO 2']) {
      expect((await refusal(text)).message).toBe(NO_DATA)
    }
  })
})

describe('what the server refuses', () => {
  it('is told in its words, with the place of a syntax error', async () => {
    const text = 'SELECT 1\nFROM t\nWHER x = 1'
    const error = await refusal(text)
    expect(error.message).toContain("near 'x = 1' at line 3")
    expect(error.position).toBe(text.indexOf('x = 1') + 1)
    expect((await refusal('SELECT missing FROM dual')).message).toMatch(/^Unknown column 'missing' in /)
  })

  it('is told also when earlier statements have answered', async () => {
    expect((await refusal('SELECT 1; SELECT * FROM nowhere')).message).toBe("Table 'shop.nowhere' doesn't exist")
  })

  it('includes files of this machine', async () => {
    await admin.query('CREATE TABLE taken (line text)')
    const error = await refusal("LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE taken")
    expect(error.message).not.toBe(NO_DATA)
    expect((await admin.query('SELECT * FROM taken'))[0]).toEqual([])
  })
})

describe('connections', () => {
  const failed = (changes: Record<string, unknown>) => failureOf(run('SELECT 1', changes)).then(({ message }) => message)

  it('say in a sentence why there is none', async () => {
    const port = await freePort()
    expect(await failed({ port })).toBe(`could not connect to server at 127.0.0.1:${port}: connection refused`)
    expect(await failed({ host: 'no-such-host.invalid' })).toBe(
      `could not connect to server at no-such-host.invalid:${server.port}: host name not known`,
    )
    expect(await failed({ passwd: 'wrong' })).toMatch(/^Access denied for user 'analyst'@/)
    expect(await failed({ db: 'nowhere' })).toBe("Unknown database 'nowhere'")
    expect(await failed({ ssl_mode: 'required' })).toBe(
      `the server at 127.0.0.1:${server.port} does not offer SSL, which SSL mode "required" asks for`,
    )
  })

  it('are used again, without traces of the last query', async () => {
    const [first] = await read('CREATE TEMPORARY TABLE trace (id int); SET @mine = 1; SELECT connection_id()')
    expect(await read('SELECT connection_id(), @mine')).toEqual([[first?.[0], null]])
    expect((await refusal('SELECT * FROM trace')).message).toBe("Table 'shop.trace' doesn't exist")
    expect(await read("SHOW VARIABLES LIKE 'character_set_results'")).toEqual([['character_set_results', 'utf8mb4']])
  })

  it('are replaced unnoticed when they have broken', async () => {
    const [first] = await read('SELECT connection_id()')
    await admin.query(`KILL ${first?.[0]}`)
    const [second] = await read('SELECT connection_id()')
    expect(second?.[0]).not.toEqual(first?.[0])
  })

  it('commit changes only when told to', async () => {
    await admin.query('CREATE TABLE ledger (id int) ENGINE = InnoDB')
    expect((await refusal('INSERT INTO ledger VALUES (1)')).message).toBe(NO_DATA)
    expect(await read('SELECT count(*) FROM ledger')).toEqual([[0n]])
    expect((await failureOf(run('INSERT INTO ledger VALUES (2)', { autocommit: true }))).message).toBe(NO_DATA)
    expect((await refusal('INSERT INTO ledger VALUES (3); COMMIT')).message).toBe(NO_DATA)
    expect(await read('SELECT id FROM ledger ORDER BY id')).toEqual([[2], [3]])
  })
})

describe('stopping', () => {
  const running = async (text: string): Promise<boolean> => {
    const [rows] = await admin.query('SELECT 1 FROM information_schema.processlist WHERE info = ?', [text])
    return Array.isArray(rows) && rows.length > 0
  }

  it.each(['SELECT sleep(600)', 'SELECT count(*) FROM seq_1_to_1000000000 a JOIN seq_1_to_1000000000 b', 'DO sleep(600)'])(
    'ends %s on the server before it says so',
    async (text) => {
      const stop = new AbortController()
      const outcome = failureOf(run(text, { signal: stop.signal }).then(rowsOf))
      while (!(await running(text)));
      stop.abort()
      expect((await outcome).message).toBe(CANCELLED)
      expect(await running(text)).toBe(false)
    },
  )

  it('ends a query whose reader has had enough', async () => {
    const text = "SELECT seq, repeat('x', 100) FROM seq_1_to_1000000000"
    const result = await run(text)
    for await (const batch of result.batches) {
      expect(batch.rowCount).toBeGreaterThan(0)
      break
    }
    expect(await running(text)).toBe(false)
  })

  it('ends the query also when its connection broke meanwhile', async () => {
    const proxy = await startTcpProxy(server.port)
    onTestFinished(() => proxy.close())
    const text = 'SELECT sleep(601)'
    const stop = new AbortController()
    const outcome = failureOf(run(text, { signal: stop.signal, host: '127.0.0.1', port: proxy.port }).then(rowsOf))
    while (!(await running(text)));
    stop.abort()
    proxy.cut()
    expect((await outcome).message).toBe(CANCELLED)
    expect(await running(text)).toBe(false)
  })

  it('says so when the server cannot be asked', async () => {
    const proxy = await startTcpProxy(server.port)
    onTestFinished(() => proxy.close())
    const text = 'SELECT sleep(2)'
    const stop = new AbortController()
    const outcome = failureOf(run(text, { signal: stop.signal, host: '127.0.0.1', port: proxy.port }).then(rowsOf))
    while (!(await running(text)));
    proxy.admits = () => false
    stop.abort()
    expect((await outcome).message).toBe(
      'Query cancelled by user. The data source did not confirm that it has stopped: it may still be working on the query.',
    )
  })

  it('holds the server back while the reader is slow, and loses nothing', async () => {
    const result = await run("SELECT seq, repeat('x', 1000) FROM seq_1_to_30000")
    let rows = 0
    for await (const batch of result.batches) {
      await admin.query('DO sleep(0.02)')
      rows += batch.rowCount
    }
    expect(rows).toBe(30_000)
    expect(await read('SELECT 1')).toEqual([[1]])
  })
})

describe('what a run waits for', () => {
  it('is what the server says, or a lock and who holds it', async () => {
    const begin = async (text: string) => {
      const stop = new AbortController()
      const { promise, resolve: onSession } = Promise.withResolvers<Session>()
      const context = { config: configOf(), signal: stop.signal, tempDir: '/nowhere', onSession }
      const outcome = mysql
        .run(text, context)
        .then(rowsOf)
        .catch(() => [])
      const session = await promise
      return {
        state: () => mysql.waitState?.(session, { config: configOf(), signal: never }),
        async end() {
          stop.abort()
          await outcome
        },
      }
    }
    const sleeping = await begin('SELECT sleep(602)')
    let seen: string | null | undefined = null
    while (seen !== 'The query sleeps, as its text asks.') seen = await sleeping.state()
    await sleeping.end()

    await admin.query('CREATE TABLE held (id int PRIMARY KEY) ENGINE = InnoDB')
    await admin.query('INSERT INTO held VALUES (1)')
    await admin.query('START TRANSACTION')
    await admin.query('SELECT * FROM held FOR UPDATE')
    onTestFinished(async () => {
      await admin.query('ROLLBACK')
    })
    const waiting = await begin('SELECT * FROM held FOR UPDATE')
    while (!/ held by /.test(seen ?? '')) seen = await waiting.state()
    expect(seen).toBe(`The database waits for a lock held by ${server.user}@127.0.0.1.`)
    await waiting.end()
  })
})

describe('the schema', () => {
  it('has tables and views of every database, with columns by name', async () => {
    await admin.query(`
      CREATE DATABASE catalogue; USE catalogue;
      CREATE TABLE \`my orders\` (total decimal(10,2) unsigned, id int, placed datetime);
      CREATE TABLE lines_of_orders (name varchar(20));
      CREATE VIEW summary AS SELECT count(*) AS n FROM lines_of_orders;
      CREATE DATABASE \`other-place\`; CREATE TABLE \`other-place\`.stock (id bigint);
      USE shop`)
    const schema = await mysql.getSchema?.({ config: configOf({ db: 'catalogue' }), signal: never })
    const listed = schema?.map(({ name, columns }) => [name, columns.map(({ name, type }) => `${name} ${type}`)])
    expect(listed?.filter(([name]) => !String(name).startsWith('shop.'))).toEqual([
      ['`my orders`', ['id int(11)', 'placed datetime', 'total decimal(10,2) unsigned']],
      ['`other-place`.stock', ['id bigint(20)']],
      ['lines_of_orders', ['name varchar(20)']],
      ['summary', ['n bigint(21)']],
    ])
  })
})
