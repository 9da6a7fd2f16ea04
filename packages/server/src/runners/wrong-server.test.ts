import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { failureOf } from '../executor/failure.ts'
import { keyText, selfSigned } from '../testing/certificate.ts'
import { rowsOf } from '../testing/rows-of.ts'
import { listen, type TcpListener } from '../testing/tcp-listener.ts'
import { runners } from './registry.ts'
import { CANCELLED } from './runner.ts'

// These tests lead types with a protocol of their own to servers that have another one. `bad-input.test.ts` has the types over HTTP.

type Options = (port: number) => Record<string, unknown>

interface TcpType {
  type: string
  text?: string
  options: Options
  /** Options that require encryption. */
  secured?: Options
  /** The driver cannot be stopped while it connects: a connection may end only by its own time limit. */
  connectsOn?: true
}

const at = (port: number) => ({ host: '127.0.0.1', port })
const who = { user: 'ada', password: 'open sesame' }
const named = { username: 'ada', password: 'open sesame' }
/** A server of MySQL speaks first, so that one that waits is only known by the time. */
const mysqlOptions = (port: number) => ({ ...at(port), user: 'ada', passwd: 'open sesame', db: 'shop', connect_timeout: 2 })
const cassandraOptions = (port: number) => ({ ...at(port), ...named, keyspace: 'shop', timeout: 1 })
const mongodb = (port: number, more = '') => ({
  dbName: 'shop',
  connectionString: `mongodb://127.0.0.1:${port}/?serverSelectionTimeoutMS=300&connectTimeoutMS=300${more}`,
})

const TYPES: TcpType[] = [
  {
    type: 'pg',
    options: (port) => ({ ...at(port), ...who, dbname: 'shop', sslmode: 'disable' }),
    secured: (port) => ({ ...at(port), ...who, dbname: 'shop', sslmode: 'require' }),
  },
  {
    type: 'mysql',
    options: (port) => ({ ...mysqlOptions(port), ssl_mode: 'disabled' }),
    secured: (port) => ({ ...mysqlOptions(port), ssl_mode: 'required' }),
  },
  { type: 'mssql', options: (port) => ({ server: '127.0.0.1', port, ...who, db: 'shop' }) },
  {
    type: 'mssql_odbc',
    options: (port) => ({ server: '127.0.0.1', port, ...who, db: 'shop', verify_ssl: false }),
    secured: (port) => ({ server: '127.0.0.1', port, ...who, db: 'shop', verify_ssl: false, use_ssl: true }),
  },
  {
    type: 'oracle',
    options: (port) => ({ ...at(port), ...who, servicename: 'shop' }),
    secured: (port) => ({ ...who, host: '_useservicename', port, servicename: `tcps://127.0.0.1:${port}/shop` }),
    connectsOn: true,
  },
  { type: 'vertica', options: (port) => ({ ...at(port), ...who, database: 'shop' }) },
  { type: 'firebird', options: (port) => ({ ...at(port), ...who, database: 'shop' }) },
  {
    type: 'Cassandra',
    options: (port) => ({ ...cassandraOptions(port), useSsl: false }),
    secured: (port) => ({ ...cassandraOptions(port), useSsl: true }),
  },
  {
    type: 'mongodb',
    text: '{"collection": "orders"}',
    options: (port) => mongodb(port),
    secured: (port) => mongodb(port, '&tls=true'),
  },
  { type: 'redis', text: 'PING', options: at, secured: (port) => ({ ...at(port), use_ssl: true, verify_ssl: false }) },
  {
    type: 'hive',
    options: (port) => ({ ...at(port), ...named }),
    secured: (port) => ({ ...at(port), ...named, encryption: 'required' }),
  },
  {
    type: 'flight_sql',
    options: (port) => ({ ...at(port), ...named }),
    secured: (port) => ({ ...at(port), ...named, encryption: 'required' }),
  },
]

const OPENING = '(What answers at|could not connect to server at|the server at|no secure connection to)'
const sentenceAbout = (port: number) => new RegExp(`^${OPENING} 127\\.0\\.0\\.1:${port}\\b[^\\n]*$`)

/** A server of SSH, which speaks first and refuses what follows. */
let ssh: TcpListener
let web: TcpListener
let secure: Server
let securePort: number
beforeAll(async () => {
  ssh = await listen((socket) => {
    socket.write('SSH-2.0-OpenSSH_9.2\r\n')
    socket.once('data', () => socket.end('Invalid SSH identification string.\r\n'))
  })
  web = await listen((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\nBad Request'))
  })
  const own = await selfSigned('nobody', '127.0.0.1')
  secure = createServer({ key: keyText(own), cert: own.certificate.toString() })
  await once(secure.listen(0, '127.0.0.1'), 'listening')
  const address = secure.address()
  securePort = address !== null && typeof address === 'object' ? address.port : 0
})
afterAll(async () => {
  secure.close()
  await ssh.close()
  await web.close()
})

describe.each(TYPES)('a run of the data source type $type', ({ type, text = 'SELECT 1', options, secured, connectsOn }) => {
  /** The error of a run, as the executor reports it. */
  async function failureWith(config: Record<string, unknown>, signal = new AbortController().signal) {
    const runner = runners.get(type)
    if (!runner) throw new Error(`There is no type ${type}.`)
    const running = runner.run(text, { config: runner.config.parse(config), signal, tempDir: '/nowhere' }).then(rowsOf)
    const error = await running.then(
      (rows) => new Error(`It did not fail, and had ${rows.length} rows.`),
      (reason: unknown) => reason,
    )
    return failureOf(error, { secrets: [], isCancelled: false, isEmbedded: false })
  }

  it('says in one sentence that another protocol answers at the port (OPEN-537)', async () => {
    for (const { port } of [ssh, web])
      expect(await failureWith(options(port))).toMatchObject({
        kind: 'query',
        message: expect.stringMatching(sentenceAbout(port)),
      })
  })

  it('says in one sentence that the server expects encryption, or has none (OPEN-538)', async () => {
    expect(await failureWith(options(securePort))).toMatchObject({
      kind: 'query',
      message: expect.stringMatching(sentenceAbout(securePort)),
    })
    if (secured)
      expect(await failureWith(secured(ssh.port))).toMatchObject({
        kind: 'query',
        message: expect.stringMatching(sentenceAbout(ssh.port)),
      })
  })

  it('ends at once when it is stopped while the server does not answer, and leaves no connection (OPEN-539)', async () => {
    const stop = new AbortController()
    const sockets: Promise<unknown>[] = []
    const silent = await listen((socket: Socket) => {
      sockets.push(once(socket.resume(), 'close'))
      stop.abort(new DOMException('Too long.', 'TimeoutError'))
    })
    onTestFinished(() => silent.close())
    expect((await failureWith(options(silent.port), stop.signal)).message).toBe(CANCELLED)
    if (!connectsOn) await Promise.all(sockets)
  })
})
