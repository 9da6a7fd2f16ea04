import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startAuthority } from '../../testing/certificate.ts'
import { never } from '../../testing/never.ts'
import { type RedisForTests, startRedis } from '../../testing/redis-server.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { CERTIFICATE_REFUSED, startTlsProxies } from '../../testing/tls-proxy.ts'
import { expectPlainRefusals } from '../conformance/rights.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED } from '../runner.ts'
import redis from './index.ts'

let server: RedisForTests

beforeAll(async () => {
  server = await startRedis()
  const lists = Array.from({ length: 5000 }, (_, index) => index + 1).join(' ')
  await write(
    `HSET user:1 name Ada city "Oslo \\"east\\""\nSET user_count 42\nRPUSH many ${lists}\nZADD scores 1.5 a 2 b\nSADD tags x\nSET empty ""\nSET text 'Grüße, 世界 🎉'`,
  )
})
afterAll(() => server?.stop())

const options = (changes: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: server.port, password: server.password },
  ...changes,
})
const run = (text: string, changes: Record<string, unknown> = {}) =>
  redis.run(text, { config: redis.config.parse(options(changes)), signal: never, tempDir: '/nowhere' })
const read = async (text: string, changes: Record<string, unknown> = {}) => rowsOf(await run(text, changes))
const write = (text: string) => read(text, { allow_writing: true })

const SLOW = 'XREAD BLOCK 0 STREAMS nothing $'

describeConformance(redis, {
  options,
  proxied: notApplicable('a reply is read completely before its first row'),
  refused: {
    host: () => ({
      options: options({ port: 1 }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: () => ({ options: options({ password: 'a wrong password' }), message: /^WRONGPASS / }),
    database: () => ({ options: options({ db: 99 }), message: /^ERR DB index is out of range$/ }),
  },
  columns: {
    text: 'HGETALL user:1',
    names: ['key', 'value'],
    rows: [
      ['name', 'Ada'],
      ['city', 'Oslo "east"'],
    ],
  },
  repeatedNames: notApplicable('the column names are fixed'),
  noRows: { text: 'LRANGE nothing 0 -1', names: ['value'] },
  noResultSet: { text: '# only a comment', message: 'Query completed but it returned no data.' },
  values: {
    nulls: { text: 'GET nothing', rows: [[null]] },
    integers: { text: 'LLEN many', rows: [[5000n]], storage: ['int64'] },
    decimals: notApplicable('values are strings, integers or doubles'),
    floats: {
      text: 'ZRANGE scores 0 -1 WITHSCORES',
      rows: [
        ['a', 1.5],
        ['b', 2],
      ],
      storage: ['text', 'double'],
    },
    booleans: notApplicable('replies of reading commands have none'),
    texts: { text: 'GET text', rows: [['Grüße, 世界 🎉']] },
    emptyTexts: { text: 'GET empty', rows: [['']] },
    dates: notApplicable('there are none'),
    wallClocks: notApplicable('there are none'),
    instants: notApplicable('there are none'),
    binary: notApplicable('values are shown as text'),
    nested: { text: 'SCAN 0 MATCH user:* COUNT 1000', rows: [['0'], ['["user:1"]']] },
    strange: { text: 'SMEMBERS tags', rows: [['x']] },
  },
  many: { text: 'LRANGE many 0 -1', count: 5000 },
  slow: SLOW,
  endless: notApplicable('a reply is read completely before its first row'),
  isWorkingOn: async () =>
    (await read('CLIENT LIST', { allow_writing: true })).some(([clients]) => /cmd=xread/.test(String(clients))),
  failing: { text: 'LRANGE user_count 0 -1', message: /^WRONGTYPE Operation against a key/ },
  failingMidway: notApplicable('a reply is complete or an error'),
  severalStatements: {
    text: 'GET user_count\n\n# comment\nHGET user:1 name',
    rows: [
      ['GET user_count', '42'],
      ['HGET user:1 name', 'Ada'],
    ],
  },
  writing: { text: 'SET user_count 43', message: /^This data source is only read: SET is no command that only reads\.$/ },
  schema: {
    tables: { 'user:*': ['city', 'name'], scores: ['value'] },
  },
  stoppable: true,
})

describe('Redis', () => {
  it.each(['FLUSHALL', 'config set maxmemory 1', 'EVAL "return 1" 0', 'CLIENT KILL ID 1', 'GETDEL user_count', 'SUBSCRIBE a'])(
    'refuses %s, which writes, before it runs any command',
    async (command) => {
      expect((await failureOf(read(`GET user_count\n${command}`))).message).toMatch(/^This data source is only read/)
      expect(await read('GET user_count')).toEqual([['42']])
    },
  )

  it('allows writing if the admin has allowed it', async () => {
    expect(await write('SET written "a\\x41\\n"\nGET written')).toEqual([
      ['SET written aA\n', 'OK'],
      ['GET written', 'aA\n'],
    ])
  })

  it('reports unterminated quotes and unknown commands', async () => {
    const text = 'GET a\nGET "b'
    expect(await failureOf(read(text))).toMatchObject({
      message: 'The quotes in this command are not closed.',
      position: text.indexOf('"b') + 1,
    })
    expect((await failureOf(read('NONSENSE 1'))).message).toMatch(/^ERR unknown command/)
  })

  it('ends the script of a cancelled run', async () => {
    const stop = new AbortController()
    const config = redis.config.parse(options({ allow_writing: true }))
    const running = redis.run('EVAL "while true do end" 0', { config, signal: stop.signal, tempDir: '/nowhere' })
    const outcome = failureOf(running.then(rowsOf))
    const ping = () => read('PING').then(String, ({ message }) => message)
    await expect.poll(ping, { interval: 20 }).toMatch(/^BUSY /)
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    expect(await ping()).toBe('PONG')
  })

  it('verifies the certificate of TLS connections unless the options turn that off', async () => {
    const known = await startAuthority('Known in the tests')
    const before = tls.getCACertificates('default')
    tls.setDefaultCACertificates([...before, known.pem])
    onTestFinished(() => tls.setDefaultCACertificates(before))
    const fronts = await startTlsProxies(server.port, { known, stranger: await startAuthority('Unknown in the tests') })
    onTestFinished(() => fronts.close())
    const readAt = (front: number, changes: Record<string, unknown> = {}) =>
      read('GET user_count', { host: 'localhost', port: front, use_ssl: true, ...changes })
    expect(await readAt(fronts.good)).toEqual([['42']])
    for (const kind of ['unknown', 'misnamed', 'expired'] as const) {
      expect((await failureOf(readAt(fronts[kind]))).message).toMatch(CERTIFICATE_REFUSED[kind])
      expect(await readAt(fronts[kind], { verify_ssl: false })).toEqual([['42']])
    }
  })
})

describe('a login of Redis without rights (OPEN-820, OPEN-823)', () => {
  const login = (username: string) => options({ username, password: `secret of ${username}` })
  const create = (user: string, rights: string) => write(`ACL SETUSER ${user} on ">secret of ${user}" ${rights}`)
  const remainsOf = (user: string) => async () =>
    String(await write('CLIENT LIST'))
      .split('\n')
      .filter((client) => client.includes(`user=${user} `))
  const noCommand = (name: string) => `NOPERM this user has no permissions to run the '${name}' command`
  const noKey = (command: string) =>
    `NOPERM this user has no permissions to access one of the keys used as arguments: ${command}`

  it('reads what it may, learns which keys it may not read, and sees only those that it may', async () => {
    await create('visitor', '~user:* ~tags +@read +client|id +command|info')
    await expectPlainRefusals(redis, {
      options: login('visitor'),
      schema: ['tags: value', 'user:*: city, name'],
      allowed: 'HGETALL user:1',
      refused: {
        'GET text': noKey('GET text'),
        'SMEMBERS tags\nLLEN many': noKey('LLEN many'),
        'CLIENT LIST': 'This data source is only read: CLIENT is no command that only reads.',
        'CONFIG GET requirepass': 'This data source is only read: CONFIG is no command that only reads.',
      },
      remains: remainsOf('visitor'),
    })
  })

  it('learns from the test of the connection which command of every run it may not send', async () => {
    await create('reader', '~user:* +@read')
    const message = noCommand('client|id')
    await expectPlainRefusals(redis, {
      options: login('reader'),
      ...{ schema: ['user:*: city, name'], test: message, refused: { 'HGETALL user:1': message } },
      remains: remainsOf('reader'),
    })
    await create('keyed', '~user:* +hgetall +client|id')
    await expectPlainRefusals(redis, {
      options: login('keyed'),
      ...{ test: noCommand('command|info'), refused: { 'HGETALL user:1': noCommand('command|info') } },
      schema: noCommand('scan'),
    })
  })
})
