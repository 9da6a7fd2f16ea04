import { Binary, Decimal128, type Document, Long, ObjectId, Timestamp, UUID } from 'mongodb'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type MongoStub, mongoError, startMongo } from '../../testing/mongo-stub.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { failureOf } from '../conformance/runs.ts'
import { CANCELLED, type Session } from '../runner.ts'
import mongodb from './index.ts'

const cursorOf = (documents: Document[], id = 0) => ({
  cursor: { id: Long.fromNumber(id), ns: 'shop.orders', firstBatch: documents },
})

async function source(answer: (command: Document, stub: MongoStub) => Document | Promise<Document>) {
  const stub: MongoStub = await startMongo((command) => answer(command, stub))
  onTestFinished(() => stub.close())
  const context = (options: Record<string, unknown> = {}, signal = never) => ({
    config: mongodb.config.parse({
      connectionString: `mongodb://127.0.0.1:${stub.port}/?serverSelectionTimeoutMS=300`,
      dbName: 'shop',
      ...options,
    }),
    signal,
    tempDir: '/nowhere',
  })
  const run = (query: Record<string, unknown>, options?: Record<string, unknown>) =>
    mongodb.run(JSON.stringify({ collection: 'orders', ...query }), context(options))
  const read = async (query: Record<string, unknown>, options?: Record<string, unknown>) => {
    const result = await run(query, options)
    return { columns: result.columns.map(({ name, type }) => [name, type]), rows: await rowsOf(result) }
  }
  return { stub, context, run, read }
}

describe('MongoDB', () => {
  it('finds documents in batches, with columns in the order of "fields"', async () => {
    const { read, stub } = await source((command) =>
      'getMore' in command
        ? { cursor: { id: Long.ZERO, ns: 'shop.orders', nextBatch: [{ _id: 2, total: 5 }] } }
        : cursorOf([{ _id: 1, buyer: { name: 'Ada', address: { city: 'Oslo' } }, total: 3 }], 9),
    )
    const { columns, rows } = await read({
      query: { paid: true },
      fields: { total: 1, _id: 2 },
      sort: [['total', -1]],
      skip: 1,
      limit: 10,
    })
    expect(columns).toEqual([
      ['total', 'integer'],
      ['_id', 'integer'],
      ['buyer.name', 'string'],
      ['buyer.address.city', 'string'],
    ])
    expect(rows).toEqual([
      [3n, 1n, 'Ada', 'Oslo'],
      [5n, 2n, null, null],
    ])
    expect(stub.named('find')[0]).toMatchObject({
      find: 'orders',
      filter: { paid: true },
      projection: { total: 1, _id: 2 },
      sort: { total: -1 },
      skip: 1,
      limit: 10,
      $db: 'shop',
    })
  })

  it('keeps values: numbers exact, ids and lists as text', async () => {
    const id = new ObjectId()
    const uuid = new UUID()
    const document = {
      id,
      long: Long.fromString('9223372036854775807'),
      decimal: Decimal128.fromString('0.1234567890123456789012345678901234'),
      short: Decimal128.fromString('1.5'),
      x: 0.5,
      n: 7,
      ok: true,
      none: null,
      at: new Date('2024-02-29T10:00:00.123Z'),
      bytes: new Binary(Buffer.from([0, 255])),
      uuid: uuid.toBinary(),
      list: [1, { id }],
      re: /a+/i,
      stamp: new Timestamp({ t: 5, i: 1 }),
      empty: '',
    }
    const { read } = await source(() => cursorOf([document]))
    const { columns, rows } = await read({})
    expect(rows).toEqual([
      [
        String(id),
        9223372036854775807n,
        '0.1234567890123456789012345678901234',
        1.5,
        0.5,
        7n,
        true,
        null,
        '2024-02-29T10:00:00.123',
        '00ff',
        String(uuid),
        `[1,{"id":"${id}"}]`,
        expect.stringContaining('a+'),
        '{"$timestamp":{"t":5,"i":1}}',
        '',
      ],
    ])
    expect(columns.map(([, type]) => type)).toEqual([
      'string',
      'integer',
      'float',
      'float',
      'float',
      'integer',
      'boolean',
      null,
      'datetime',
      'string',
      'string',
      null,
      'string',
      'string',
      'string',
    ])
  })

  it('flattens lists if the options say so, and sorts columns if the query says so', async () => {
    const { read } = await source(() => cursorOf([{ b: [{ c: 1 }, 2], a: 1 }]))
    expect((await read({}, { flatten: 'True' })).columns.map(([name]) => name)).toEqual(['b.0.c', 'b.1', 'a'])
    expect((await read({ sortColumns: 'desc' })).columns.map(([name]) => name)).toEqual(['b', 'a'])
  })

  it('aggregates and counts', async () => {
    const { read, stub } = await source(({ pipeline }) =>
      cursorOf([pipeline.some((stage: Document) => '$group' in stage) ? { _id: 1, n: 42 } : { city: 'Oslo' }]),
    )
    expect((await read({ aggregate: [{ $match: { a: 1 } }], allowDiskUse: true })).rows).toEqual([['Oslo']])
    expect(stub.named('aggregate')[0]).toMatchObject({
      aggregate: 'orders',
      pipeline: [{ $match: { a: 1 } }],
      allowDiskUse: true,
    })
    expect(await read({ query: { a: 1 }, count: true })).toEqual({ columns: [['count', 'integer']], rows: [[42n]] })
  })

  it('reports errors of MongoDB and of connections, without secrets', async () => {
    const { run, context } = await source((command) =>
      'saslStart' in command ? mongoError(18, 'Authentication failed.') : mongoError(2, 'unknown operator: $x'),
    )
    expect((await failureOf(run({ query: { $x: 1 } }))).message).toBe('unknown operator: $x')
    expect((await failureOf(run({}, { username: 'ada', password: 'a secret' }))).message).toBe('Authentication failed.')
    const nowhere = { connectionString: 'mongodb://ada:hidden@127.0.0.1:1/?serverSelectionTimeoutMS=100' }
    expect((await failureOf(run({}, nowhere))).message).toBe('could not connect to server at 127.0.0.1:1: connection refused')
    const { message } = await failureOf(
      mongodb.testConnection?.(context({ connectionString: 'ada:hidden@example' })) ?? Promise.resolve(),
    )
    expect(message).toMatch(/^The connection string is not valid/)
    expect(message).not.toContain('hidden')
  })

  it('does not use the identity of the machine, nor ask cloud services for it', async () => {
    const { context, stub } = await source(() => ({}))
    const address = `mongodb://127.0.0.1:${stub.port}/?authMechanism=`
    for (const way of ['MONGODB-OIDC&authMechanismProperties=ENVIRONMENT:gcp,TOKEN_RESOURCE:x', 'MONGODB%2DAWS', 'GSSAPI']) {
      const connectionString = `${way === 'GSSAPI' ? address.replace('//', '//ada@') : address}${way}`
      const { message } = await failureOf(mongodb.testConnection?.(context({ connectionString })) ?? Promise.resolve())
      expect(message).toMatch(
        /^The connection string asks for the identity of the machine Sightline runs on, which is not used\./,
      )
    }
    expect(stub.commands).toEqual([])
  })

  it('fails the connection test without a user if queries would fail (DS-24)', async () => {
    const { context } = await source((command) =>
      'ping' in command ? {} : mongoError(13, 'Command listCollections requires authentication'),
    )
    const { message } = await failureOf(mongodb.testConnection?.(context()) ?? Promise.resolve())
    expect(message).toBe('Command listCollections requires authentication')
  })

  it('is cancelled once MongoDB no longer works on its session, and can be stopped from elsewhere', async () => {
    let looks = 0
    const never = new Promise<Document>(() => {})
    const { context, stub } = await source((command) => {
      if ('find' in command) return never
      return 'aggregate' in command ? cursorOf(looks++ === 0 ? [{ op: 1 }] : []) : {}
    })
    const stop = new AbortController()
    const sessions: Session[] = []
    const outcome = failureOf(
      mongodb
        .run('{"collection": "orders"}', { ...context({}, stop.signal), onSession: (session) => sessions.push(session) })
        .then(rowsOf),
    )
    await expect.poll(() => stub.named('find').length, { interval: 5 }).toBe(1)
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
    const killed = () => stub.named('killSessions').map(({ killSessions: [{ id }] }) => id.toUUID().toString())
    expect(killed()).toEqual([sessions[0]?.session])
    expect(stub.named('find')[0]?.lsid.id.toUUID().toString()).toBe(sessions[0]?.session)
    expect(looks).toBe(2)
    await mongodb.stop?.(sessions[0] ?? {}, context())
    expect(killed()).toHaveLength(2)
  })

  it('can be tested, and lists collections with the fields of their documents (DS-28)', async () => {
    const { context } = await source((command) => {
      if ('listCollections' in command)
        return cursorOf([
          { name: 'orders', type: 'collection' },
          { name: 'system.views', type: 'collection' },
          { name: 'buyers', type: 'view' },
        ])
      return 'find' in command && command.find === 'orders'
        ? cursorOf([
            { _id: 1, buyer: { name: 'Ada' } },
            { _id: 2, at: new Date(), tags: [] },
          ])
        : cursorOf([])
    })
    await mongodb.testConnection?.(context())
    expect(await mongodb.getSchema?.(context())).toEqual([
      { name: 'buyers', columns: [] },
      {
        name: 'orders',
        columns: [
          { name: '_id', type: 'integer' },
          { name: 'buyer.name', type: 'string' },
          { name: 'at', type: 'datetime' },
          { name: 'tags', type: 'array' },
        ],
      },
    ])
  })
})
