import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { int32, startCassandraStub, typeOf } from '../../testing/cassandra-stub.ts'
import { startAuthority } from '../../testing/certificate.ts'
import { startFirebird } from '../../testing/firebird-server.ts'
import { never } from '../../testing/never.ts'
import { type PasswordSshServer, startPasswordSshServer, tunnelThrough } from '../../testing/password-ssh-server.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { startSqlServerStub } from '../../testing/sql-server-stub.ts'
import { type SshServer, startSshServer } from '../../testing/ssh-server.ts'
import { startStub } from '../../testing/stub-server.ts'
import { listen } from '../../testing/tcp-listener.ts'
import { asPostgres, CERTIFICATE_REFUSED, startTlsProxies } from '../../testing/tls-proxy.ts'
import { startVerticaStub } from '../../testing/vertica-stub.ts'
import { failureOf } from '../conformance/runs.ts'
import { runners } from '../registry.ts'
import { CANCELLED } from '../runner.ts'

// Every type that supports tunnels, each with a real server or a stub: what matters is the connection.

/** A server, and the options of a data source that lead to it. */
interface Engine {
  type: string
  port: number
  options(host: string, port: number): Record<string, unknown>
  text: string
  /** The rows of the query, or the error message of the server. */
  answer: unknown[][] | RegExp
  close(): Promise<unknown>
}

const PASSWORD = 'open sesame'
const who = { user: 'ada', password: PASSWORD }
const named = { username: 'ada', password: PASSWORD }

const overHttp = async (
  type: string,
  body: unknown,
  options: Engine['options'],
  answer: Engine['answer'] = [[7n]],
): Promise<Engine> => {
  const stub = await startStub(() => ({ headers: { 'x-clickhouse-format': 'TabSeparatedWithNamesAndTypes' }, body }))
  return { type, port: stub.port, options, text: 'SELECT 7', answer, close: stub.close }
}

const starters: Record<string, () => Promise<Engine>> = {
  firebird: async () => {
    const { port, user, password, database, stop } = await startFirebird()
    const options = (host: string, port: number) => ({ host, port, user, password, database })
    return { type: 'firebird', port, options, text: 'SELECT 7 AS N FROM RDB$DATABASE', answer: [[7n]], close: stop }
  },
  // No Oracle is available here: its stub is a listener that knows no service.
  oracle: async () => {
    const refusal = Buffer.from('(DESCRIPTION=(ERR=12514))')
    const packet = Buffer.concat([Buffer.from([0, 12 + refusal.length, 0, 0, 4, 0, 0, 0, 34, 0, 0, refusal.length]), refusal])
    const { port, close } = await listen((socket) => void socket.once('data', () => socket.write(packet)))
    const options = (host: string, port: number) => ({ ...who, host, port, servicename: 'SHOP' })
    return { type: 'oracle', port, options, text: 'SELECT 7 FROM dual', answer: /Service "SHOP" is not registered/, close }
  },
  cassandra: async () => {
    const answer = { columns: [{ name: 'n', type: typeOf(0x09) }], pages: [[[int32(7)]]] }
    const { port, close } = await startCassandraStub(PASSWORD, () => answer)
    const options = (host: string, port: number) => ({ ...named, host, port, keyspace: 'shop', useSsl: false })
    return { type: 'Cassandra', port, options, text: 'SELECT n FROM t', answer: [[7n]], close }
  },
  vertica: async () => {
    const { port, close } = await startVerticaStub(PASSWORD, () => ({ columns: [['n', 6]], rows: [['7']] }))
    const options = (host: string, port: number) => ({ ...who, host, port, database: 'shop' })
    return { type: 'vertica', port, options, text: 'SELECT 7', answer: [[7n]], close }
  },
  mssql: async () => {
    const number = { name: 'n', type: Buffer.from([0x26, 4]), write: () => Buffer.from([4, 7, 0, 0, 0]) }
    const { port, close } = await startSqlServerStub(PASSWORD, (text) =>
      text === 'SELECT 7' ? { columns: [number], rows: [[7]] } : 'done',
    )
    const options = (server: string, port: number) => ({ ...who, user: 'sa', server, port, db: 'shop' })
    return { type: 'mssql', port, options, text: 'SELECT 7', answer: [[7n]], close }
  },
  clickhouse: () =>
    overHttp('clickhouse', 'n\nInt32\n7\n', (host, port) => ({ url: `http://${host}:${port}`, dbname: 'shop' })),
  trino: () =>
    overHttp('trino', { id: 'a', columns: [{ name: 'n', type: 'bigint' }], data: [[7]] }, (host, port) => ({
      ...{ host, port, username: 'ada' },
    })),
  presto: () =>
    overHttp('presto', { id: 'a', columns: [{ name: 'n', type: 'bigint' }], data: [[7]] }, (host, port) => ({ host, port })),
  druid: () => overHttp('druid', '["n"]\n["LONG"]\n["BIGINT"]\n[7]\n\n', (host, port) => ({ host, port })),
  pinot: () =>
    overHttp(
      'pinot',
      { resultTable: { dataSchema: { columnNames: ['n'], columnDataTypes: ['LONG'] }, rows: [[7]] } },
      (host, port) => ({ brokerHost: host, brokerPort: port, controllerURI: `http://${host}:${port}` }),
    ),
  couchbase: () => overHttp('couchbase', { results: [{ n: 7 }] }, (host, port) => ({ ...who, host, port: String(port) })),
  axibasetsd: () =>
    overHttp(
      'axibasetsd',
      { metadata: { tableSchema: { columns: [{ name: 'n', datatype: 'bigint' }] } }, data: [[7]] },
      (hostname, port) => ({ ...named, protocol: 'http', hostname, port }),
    ),
}

async function answerOf({ type, text }: Pick<Engine, 'type' | 'text'>, options: Record<string, unknown>, signal = never) {
  const runner = runners.get(type)
  if (!runner) throw new Error(`There is no type ${type}.`)
  return rowsOf(await runner.run(text, { config: runner.config.parse(options), signal, tempDir: '/nowhere' }))
}

let gate: SshServer
beforeAll(async () => {
  gate = await startSshServer()
})
afterAll(() => gate.stop())

describe.each(Object.entries(starters))('%s behind an SSH server', (_, start) => {
  let engine: Engine
  let inner: PasswordSshServer
  beforeAll(async () => {
    engine = await start()
    inner = await startPasswordSshServer(PASSWORD, { 'db.inner': engine.port })
  })
  afterAll(async () => {
    inner.close()
    await engine.close()
  })

  const runAt = (host: string, ssh_tunnel: unknown, signal?: AbortSignal) =>
    answerOf(engine, { ...engine.options(host, engine.port), ssh_tunnel }, signal)
  const expectAnswer = async (answer: Promise<unknown>) => {
    if (engine.answer instanceof RegExp) expect((await failureOf(answer)).message).toMatch(engine.answer)
    else expect(await answer).toEqual(engine.answer)
  }

  it('is reached through the tunnel, and in no other way', async () => {
    const before = gate.reached.length
    await expectAnswer(runAt('127.0.0.1', tunnelThrough(gate)))
    expect(new Set(gate.reached.slice(before))).toEqual(new Set([`127.0.0.1:${engine.port}`]))
    const strange = tunnelThrough(gate, { ssh_fingerprint: `SHA256:${'A'.repeat(43)}` })
    expect((await failureOf(runAt('127.0.0.1', strange))).message).toMatch(
      /^SSH tunnel: .*which is not the one that is expected\.$/,
    )
  })

  it('is reached by a name that only the SSH server can resolve', async () => {
    await expectAnswer(runAt('db.inner', inner.tunnel))
    const { message } = await failureOf(runAt('nowhere.inner', inner.tunnel))
    expect(message).toMatch(/^SSH tunnel: 127\.0\.0\.1 does not reach nowhere\.inner:/)
  })

  it('is not contacted if the run is already cancelled', async () => {
    const before = gate.reached.length
    expect((await failureOf(runAt('127.0.0.1', tunnelThrough(gate), AbortSignal.abort()))).message).toBe(CANCELLED)
    expect(gate.reached).toHaveLength(before)
  })
})

describe('a TLS server behind an SSH server', () => {
  const before = tls.getCACertificates('default')

  it('must have a certificate for the name that was entered', async () => {
    const known = await startAuthority('Known in the tests')
    tls.setDefaultCACertificates([...before, known.pem])
    onTestFinished(() => tls.setDefaultCACertificates(before))
    const uploaded = Buffer.from(known.pem).toString('base64')
    const looking: Record<string, (port: number) => Record<string, unknown>> = {
      clickhouse: (port) => ({ url: `https://localhost:${port}` }),
      cassandra: () => ({ useSsl: true, sslCertificateFile: uploaded }),
      trino: () => ({ protocol: 'https' }),
    }
    for (const [name, optionsAt] of Object.entries(looking)) {
      const engine = await starters[name]?.()
      if (!engine) throw new Error(`${name} has not started.`)
      onTestFinished(() => void engine.close())
      const fronts = await startTlsProxies(engine.port, { known, stranger: await startAuthority('Unknown in the tests') })
      onTestFinished(() => fronts.close())
      const at = (port: number) =>
        answerOf(engine, { ...engine.options('localhost', port), ...optionsAt(port), ssh_tunnel: tunnelThrough(gate) })
      expect(await at(fronts.good), name).toEqual(engine.answer)
      for (const kind of ['unknown', 'misnamed', 'expired'] as const)
        expect((await failureOf(at(fronts[kind]))).message, name).toMatch(CERTIFICATE_REFUSED[kind])
      expect(gate.reached).toContain(`localhost:${fronts.expired}`)
    }
  })

  it('may have any certificate if it is not verified, and is still encrypted', async () => {
    const stranger = await startAuthority('Unknown in the tests')
    const engine = await starters.vertica?.()
    if (!engine) throw new Error('Vertica has not started.')
    onTestFinished(() => void engine.close())
    const fronts = await startTlsProxies(engine.port, { known: stranger, stranger, opening: asPostgres })
    onTestFinished(() => fronts.close())
    const options = { ...engine.options('localhost', fronts.misnamed), ssh_tunnel: tunnelThrough(gate) }
    expect(await answerOf(engine, options)).toEqual(engine.answer)
  })
})

/** A started server, behind an SSH server that knows it as `db.inner`. */
async function behindGate(name: string) {
  const engine = await starters[name]?.()
  if (!engine) throw new Error(`${name} has not started.`)
  onTestFinished(() => void engine.close())
  const inner = await startPasswordSshServer(PASSWORD, { 'db.inner': engine.port })
  onTestFinished(() => inner.close())
  return { engine, inner, options: { ...engine.options('db.inner', engine.port), ssh_tunnel: inner.tunnel } }
}

describe('SSH connections', () => {
  it('are shared by HTTP requests', async () => {
    const { engine, inner, options } = await behindGate('pinot')
    for (let run = 0; run < 3; run++) expect(await answerOf(engine, options)).toEqual(engine.answer)
    expect(inner.entries()).toBe(1)
  })

  it('do not lead HTTP requests to the metadata address of clouds', async () => {
    const { engine, options } = await behindGate('clickhouse')
    const { message } = await failureOf(answerOf(engine, { ...options, url: 'http://169.254.169.254' }))
    expect(message).toBe('169.254.169.254 is not an address that may be asked.')
  })

  it('are opened for each database connection, and for each cancel request', async () => {
    const stub = await startVerticaStub(PASSWORD, () => 'hang')
    onTestFinished(() => stub.close())
    const inner = await startPasswordSshServer(PASSWORD, { 'db.inner': stub.port })
    onTestFinished(() => inner.close())
    const way = { ...who, host: 'db.inner', port: stub.port, database: 'shop', ssh_tunnel: inner.tunnel }
    const stop = new AbortController()
    const engine = { type: 'vertica', text: 'SELECT sleep(600)' }
    const outcome = failureOf(answerOf(engine, way, stop.signal))
    await expect.poll(() => stub.working.has(engine.text), { interval: 5 }).toBe(true)
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    expect(stub.working.has(engine.text)).toBe(false)
    expect(inner.entries()).toBeGreaterThan(1)
  })
})
