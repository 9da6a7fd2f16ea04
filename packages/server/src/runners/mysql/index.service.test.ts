import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import mysqlDriver from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { startMariadb } from '../../testing/mariadb-server.ts'
import { never } from '../../testing/never.ts'
import { pollWhile } from '../../testing/poll-while.ts'
import type { DatabaseServer } from '../../testing/postgres-server.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { CANCELLED, type Session } from '../runner.ts'
import mysql from './index.ts'

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

const { configOf, run, read, refusal } = sqlSource(mysql, () => ({
  host: server.host,
  port: server.port,
  user: server.user,
  passwd: server.password,
  db: server.database,
}))

const NO_DATA = 'No data was returned.'

/** A proxy that drops one statement. */
async function startDeafProxy(statement: string): Promise<{ port: number; hasHeard: () => boolean }> {
  let hasHeard = false
  const proxy = createServer((client) => {
    const target = connect(server.port, server.host)
    target.on('error', () => client.destroy()).pipe(client)
    client.on('error', () => target.destroy()).on('close', () => target.destroy())
    client.on('data', (chunk) => {
      if (chunk.includes(statement)) hasHeard = true
      else target.write(chunk)
    })
  })
  onTestFinished(() => void proxy.close())
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return { port: (proxy.address() as AddressInfo).port, hasHeard: () => hasHeard }
}

describe('MySQL results', () => {
  it('have unique column names', async () => {
    const { columns } = await run('SELECT 1 AS id, 2 AS id, 3 AS `größe`')
    expect(columns.map(({ name }) => name)).toEqual(['id', 'id1', 'größe'])
  })

  it('have columns even if there are no rows', async () => {
    const result = await run('SELECT 1 AS a FROM dual WHERE false')
    expect(result.columns.map(({ name }) => name)).toEqual(['a'])
    expect(await rowsOf(result)).toEqual([])
  })

  it('are complete and in order, with nulls in between', async () => {
    const rows = await read('SELECT seq, if(seq % 3 = 0, NULL, concat("row ", seq)) FROM seq_1_to_50000')
    expect(rows).toEqual(
      Array.from({ length: 50_000 }, (_, index) => index + 1).map((n) => [String(n), n % 3 === 0 ? null : `row ${n}`]),
    )
  })

  it('can have values larger than a packet', async () => {
    await admin.query('SET GLOBAL max_allowed_packet = 67108864')
    const text = `SELECT seq, repeat('x', 17000000) FROM seq_1_to_2`
    // The maximum packet size is negotiated when a connection is opened.
    const rows = await read(text, { connect_timeout: 59 })
    expect(rows.map(([seq, value]) => [seq, String(value).length])).toEqual([
      ['1', 17_000_000],
      ['2', 17_000_000],
    ])
  })

  it('are read whatever the length of a value (OPEN-850)', async () => {
    const lengths = [0, 1, 48, 49, 250, 251, 252, 65_535, 65_536, 300_000]
    const parts = lengths.map((length) => `repeat('é', ${length >> 1}), repeat('x', ${length % 2})`)
    const [row = []] = await read(`SELECT ${parts.map((part) => `concat(${part})`).join(', NULL, ')}`)
    expect(row.map((value) => value && Buffer.byteLength(String(value)))).toEqual(
      lengths.flatMap((length) => [length === 0 ? '' : length, null]).slice(0, -1),
    )
  })

  it('fail with a sentence if a row ends early (OPEN-850)', async () => {
    const proxy = await startTcpProxy(server.port)
    onTestFinished(() => proxy.close())
    proxy.passes = (piece, from) => {
      const at = from === 'server' ? piece.indexOf('the last of them') : -1
      if (at > 0) piece[at - 1] = 250
      return true
    }
    const reading = run("SELECT concat('the last', ' of them')", { port: proxy.port }).then(rowsOf)
    await expect(reading).rejects.toThrow('The server has sent a row that ends early.')
    expect(await read('SELECT 7')).toEqual([[7]])
  })

  it('are returned by EXPLAIN, SHOW and procedures', async () => {
    expect((await read('EXPLAIN SELECT 1')).length).toBe(1)
    expect(await read("SHOW VARIABLES LIKE 'character_set_results'")).toEqual([['character_set_results', 'utf8mb4']])
    await admin.query('CREATE PROCEDURE two() BEGIN SELECT 1 AS first; SELECT 2 AS second, 3 AS third; END')
    expect(await read('/* who */ CALL two()')).toEqual([[2, 3]])
  })

  it('are those of the last of several statements', async () => {
    expect(await read('SELECT 1; SELECT 2, 3')).toEqual([[2, 3]])
    expect(await read('SELECT 7 AS x; SET @a = 1')).toEqual([[7]])
    expect(await read('SELECT seq FROM seq_1_to_40000; SELECT seq FROM seq_1_to_30000').then((rows) => rows.length)).toBe(
      30_000,
    )
  })

  it('are refused if an earlier one is too large to buffer', async () => {
    const error = await refusal("SELECT repeat('x', 100000) FROM seq_1_to_1000; SELECT 2")
    expect(error.message).toContain('Run them apart.')
  })

  it('are missing with a message if no statement returns rows', async () => {
    for (const text of ['CREATE TABLE made (id int)', 'INSERT INTO made VALUES (1)', 'SET @a = 1', 'DO 1; DO 2']) {
      expect((await refusal(text)).message).toBe(NO_DATA)
    }
  })
})

describe('errors of MySQL', () => {
  it("have the server's message, and the position of a syntax error", async () => {
    const text = 'SELECT 1\nFROM t\nWHER x = 1'
    const error = await refusal(text)
    expect(error.message).toContain("near 'x = 1' at line 3")
    expect(error.position).toBe(text.indexOf('x = 1') + 1)
    expect((await refusal('SELECT missing FROM dual')).message).toMatch(/^Unknown column 'missing' in /)
  })

  it('are reported even if earlier statements have returned rows', async () => {
    expect((await refusal('SELECT 1; SELECT * FROM nowhere')).message).toBe("Table 'shop.nowhere' doesn't exist")
  })

  it('are raised for local files of this machine', async () => {
    await admin.query('CREATE TABLE taken (line text)')
    const error = await refusal("LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE taken")
    expect(error.message).not.toBe(NO_DATA)
    expect((await admin.query('SELECT * FROM taken'))[0]).toEqual([])
  })
})

describe('MySQL connections', () => {
  const failed = (changes: Record<string, unknown>) => failureOf(run('SELECT 1', changes)).then(({ message }) => message)

  it('say in a sentence why they cannot be opened', async () => {
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

  it('are reused without session state of the last query', async () => {
    const [first] = await read('CREATE TEMPORARY TABLE trace (id int); SET @mine = 1; SELECT connection_id()')
    expect(await read('SELECT connection_id(), @mine')).toEqual([[first?.[0], null]])
    expect((await refusal('SELECT * FROM trace')).message).toBe("Table 'shop.trace' doesn't exist")
    expect(await read("SHOW VARIABLES LIKE 'character_set_results'")).toEqual([['character_set_results', 'utf8mb4']])
  })

  it('are replaced unnoticed if they have broken', async () => {
    const [first] = await read('SELECT connection_id()')
    await admin.query(`KILL ${first?.[0]}`)
    const [second] = await read('SELECT connection_id()')
    expect(second?.[0]).not.toEqual(first?.[0])
  })

  it('commit changes only if the query does', async () => {
    await admin.query('CREATE TABLE ledger (id int) ENGINE = InnoDB')
    expect((await refusal('INSERT INTO ledger VALUES (1)')).message).toBe(NO_DATA)
    expect(await read('SELECT count(*) FROM ledger')).toEqual([[0n]])
    expect((await failureOf(run('INSERT INTO ledger VALUES (2)', { autocommit: true }))).message).toBe(NO_DATA)
    expect((await refusal('INSERT INTO ledger VALUES (3); COMMIT')).message).toBe(NO_DATA)
    expect(await read('SELECT id FROM ledger ORDER BY id')).toEqual([[2], [3]])
  })
})

describe('stopping a MySQL query', () => {
  it('works while a connection is still being prepared', async () => {
    const proxy = await startDeafProxy('SET autocommit')
    const stop = new AbortController()
    const outcome = failureOf(run('SELECT 1', { port: proxy.port, signal: stop.signal }))
    await expect.poll(proxy.hasHeard, { interval: 5 }).toBe(true)
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
  })

  const running = async (text: string): Promise<boolean> => {
    const [rows] = await admin.query('SELECT 1 FROM information_schema.processlist WHERE info = ?', [text])
    return Array.isArray(rows) && rows.length > 0
  }

  it.each(['SELECT sleep(600)', 'SELECT count(*) FROM seq_1_to_1000000000 a JOIN seq_1_to_1000000000 b', 'DO sleep(600)'])(
    'ends %s on the server before the run reports it',
    async (text) => {
      const stop = new AbortController()
      const outcome = failureOf(run(text, { signal: stop.signal }).then(rowsOf))
      await pollWhile(async () => !(await running(text)))
      stop.abort()
      expect((await outcome).message).toBe(CANCELLED)
      expect(await running(text)).toBe(false)
    },
  )

  it('ends a query whose reader leaves early', async () => {
    const text = "SELECT seq, repeat('x', 100) FROM seq_1_to_1000000000"
    const result = await run(text)
    for await (const batch of result.batches) {
      expect(batch.rowCount).toBeGreaterThan(0)
      break
    }
    expect(await running(text)).toBe(false)
  })

  it('ends the query even if its connection has broken meanwhile', async () => {
    const proxy = await startTcpProxy(server.port)
    onTestFinished(() => proxy.close())
    const text = 'SELECT sleep(601)'
    const stop = new AbortController()
    const outcome = failureOf(run(text, { signal: stop.signal, host: '127.0.0.1', port: proxy.port }).then(rowsOf))
    await pollWhile(async () => !(await running(text)))
    stop.abort()
    proxy.cut()
    expect((await outcome).message).toBe(CANCELLED)
    expect(await running(text)).toBe(false)
  })

  it('reports that the server cannot be reached', async () => {
    const proxy = await startTcpProxy(server.port)
    onTestFinished(() => proxy.close())
    const text = 'SELECT sleep(2)'
    const stop = new AbortController()
    const outcome = failureOf(run(text, { signal: stop.signal, host: '127.0.0.1', port: proxy.port }).then(rowsOf))
    await pollWhile(async () => !(await running(text)))
    proxy.admits = () => false
    stop.abort()
    expect((await outcome).message).toBe(
      'Query cancelled by user. The data source did not confirm that it has stopped: it may still be working on the query.',
    )
  })

  it('pauses the server while the reader is slow, and loses no rows', async () => {
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

describe('the wait state of a MySQL run', () => {
  // InnoDB refreshes the list of lock waits only if it has not been read for 0.1 seconds.
  const LOOKS = { interval: 250, timeout: 40_000 }

  it("is the server's state, or a lock and its holder", async () => {
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
    await expect.poll(sleeping.state, LOOKS).toBe('The query sleeps, as its text asks.')
    await sleeping.end()

    await admin.query('CREATE TABLE held (id int PRIMARY KEY) ENGINE = InnoDB')
    await admin.query('INSERT INTO held VALUES (1)')
    await admin.query('START TRANSACTION')
    await admin.query('SELECT * FROM held FOR UPDATE')
    onTestFinished(async () => {
      await admin.query('ROLLBACK')
    })
    const waiting = await begin('SELECT * FROM held FOR UPDATE')
    await expect.poll(waiting.state, LOOKS).toBe(`The database waits for a lock held by ${server.user}@127.0.0.1.`)
    await waiting.end()
  })
})

describe('the schema of MySQL', () => {
  it('lists tables and views of every database, with columns in the order of the table, keys and comments (EDIT-41, EDIT-42, OPEN-160)', async () => {
    await admin.query(`
      CREATE DATABASE catalogue; USE catalogue;
      CREATE TABLE \`my orders\` (total decimal(10,2) unsigned, id int PRIMARY KEY COMMENT 'From 1', placed datetime);
      CREATE TABLE lines_of_orders (name varchar(20)) COMMENT 'Sold goods';
      CREATE VIEW summary AS SELECT count(*) AS n FROM lines_of_orders;
      CREATE DATABASE \`other-place\`; CREATE TABLE \`other-place\`.stock (id bigint);
      CREATE TABLE \`other-place\`.shelf (row_no int, place int, PRIMARY KEY (row_no, place));
      CREATE TABLE shelved (place int, shelf int, order_id int REFERENCES \`my orders\` (id),
        FOREIGN KEY (shelf, place) REFERENCES \`other-place\`.shelf (row_no, place));
      USE shop`)
    const schema = await mysql.getSchema?.({ config: configOf({ db: 'catalogue' }), signal: never })
    const listed = schema?.map(({ name, columns }) => [name, columns.map(({ name, type }) => `${name} ${type}`)])
    expect(listed?.filter(([name]) => !String(name).startsWith('shop.'))).toEqual([
      ['`my orders`', ['total decimal(10,2) unsigned', 'id int(11)', 'placed datetime']],
      ['`other-place`.shelf', ['row_no int(11)', 'place int(11)']],
      ['`other-place`.stock', ['id bigint(20)']],
      ['lines_of_orders', ['name varchar(20)']],
      ['shelved', ['place int(11)', 'shelf int(11)', 'order_id int(11)']],
      ['summary', ['n bigint(21)']],
    ])
    const orders = schema?.find(({ name }) => name === '`my orders`')
    expect(orders?.columns[1]).toEqual({ name: 'id', type: 'int(11)', primary: true, comment: 'From 1' })
    expect(orders?.columns[2]).toEqual({ name: 'placed', type: 'datetime' })
    expect(schema?.find(({ name }) => name === 'shelved')?.foreign_keys).toEqual([
      { columns: ['order_id'], table: '`my orders`', references: ['id'] },
      { columns: ['shelf', 'place'], table: '`other-place`.shelf', references: ['row_no', 'place'] },
    ])
    const described = schema?.flatMap(({ name, description }) => (description === undefined ? [] : [[name, description]]))
    expect(described).toEqual([['lines_of_orders', 'Sold goods']])
  })
})

describe('a login of MySQL without rights (OPEN-820)', () => {
  const login = (user: string, changes = {}) => {
    const { host, port, database: db } = server
    return { ...{ host, port, db, user, passwd: `secret of ${user}` }, ...changes }
  }
  /** Runs statements that the user of the other tests may not run. */
  async function grant(statements: string): Promise<void> {
    const root = await mysqlDriver.createConnection({
      ...login('root', { db: undefined }),
      password: '',
      multipleStatements: true,
    })
    await root.query(statements)
    await root.end()
  }

  it('reads what it may, learns what it may not, and sees only the columns that it may read', async () => {
    await grant(`CREATE USER visitor IDENTIFIED BY 'secret of visitor';
      CREATE TABLE shop.hidden (id int); CREATE TABLE shop.open (id int, pay int);
      CREATE DATABASE locked; CREATE TABLE locked.t (id int); GRANT SELECT (id) ON shop.open TO visitor`)
    const denied = (what: string) => new RegExp(`^SELECT command denied to user 'visitor'@'[^']+' for ${what}$`)
    await expectPlainRefusals(mysql, {
      options: login('visitor'),
      schema: ['open: id'],
      allowed: 'SELECT id FROM open',
      refused: {
        'SELECT * FROM hidden': denied('table `shop`.`hidden`'),
        'SELECT pay FROM open': denied("column 'pay' in table 'open'"),
        'SELECT 1; SELECT * FROM locked.t': denied('table `locked`.`t`'),
        'CREATE TABLE made (id int)': /^CREATE command denied to user 'visitor'@'[^']+' for table `shop`\.`made`$/,
      },
      remains: async () => {
        const [rows] = await admin.query(
          "SELECT info FROM information_schema.processlist WHERE user = 'visitor' AND command <> 'Sleep'",
        )
        return rows as unknown[]
      },
    })
    const message = "Access denied for user 'visitor'@'%' to database 'locked'"
    await expectPlainRefusals(mysql, {
      options: login('visitor', { db: 'locked' }),
      ...{ schema: message, test: message, refused: { 'SELECT 1': message } },
    })
  })

  it('fails the test of a connection once it may no longer sign in, although a connection is idle (OPEN-822)', async () => {
    await grant(`CREATE USER leaver IDENTIFIED BY 'secret of leaver'; GRANT SELECT ON shop.* TO leaver`)
    const options = login('leaver')
    expect(await read('SELECT 1', options)).toEqual([[1]])
    await grant('ALTER USER leaver ACCOUNT LOCK')
    await expect(mysql.testConnection?.({ config: configOf(options), signal: never })).rejects.toThrow(
      'Access denied, this account is locked',
    )
  })
})
