import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zstdCompressSync } from 'node:zlib'
import { Binary, CompressionType, compressionRegistry, Int64, Table, tableToIPC, Utf8, vectorFromArray } from 'apache-arrow'
import { describe, expect, it, onTestFinished } from 'vitest'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { failureOf } from '../conformance/runs.ts'
import { CANCELLED, NO_DATA, STILL_RUNNING } from '../runner.ts'
import flightSql from './index.ts'
import { message } from './protobuf.ts'
import { messagesOf } from './record-batches.ts'
import {
  actionOf,
  dataReply,
  infoReply,
  type StubCall,
  type StubReply,
  startFlightStub,
  ticketOf,
} from './testing/flight-stub.ts'

/** A result with one column of integers. */
const rows = (...values: bigint[]): StubReply => dataReply(messagesOf(streamOf(values)))
const streamOf = (values: bigint[], compression: CompressionType | null = null) =>
  tableToIPC(new Table({ n: vectorFromArray(values, new Int64()) }), 'stream', compression)

const UNIMPLEMENTED = 12
const UNAUTHENTICATED = 16

/** Answers calls by method; a login is not needed, and a query has one row. */
const answers =
  (changes: Record<string, (call: StubCall) => StubReply> = {}) =>
  (call: StubCall): StubReply =>
    (changes[call.method] ?? { GetFlightInfo: () => infoReply({ ticket: 't' }), DoGet: () => rows(1n) }[call.method])?.(
      call,
    ) ?? {
      status: UNIMPLEMENTED,
      text: `${call.method} is not here`,
    }

/** A source at a stub. */
async function sourceAt(answer: (call: StubCall) => StubReply, changes: Record<string, unknown> = {}) {
  const stub = await startFlightStub(answer)
  onTestFinished(() => stub.close())
  return { stub, ...sqlSource(flightSql, () => ({ host: '127.0.0.1', port: stub.port, ...changes })) }
}

const headersOf = ({ calls }: { calls: StubCall[] }, method: string, name: string) =>
  calls.filter((call) => call.method === method).map(({ headers }) => headers[name])

describe('signing in at a server with Flight SQL (OPEN-561)', () => {
  const login = { username: 'ada', password: 'a secret' }
  const basic = `Basic ${Buffer.from('ada:a secret').toString('base64')}`

  it('exchanges name and password for a token, which all other calls send', async () => {
    const { read, stub } = await sourceAt(
      answers({ Handshake: () => ({ headers: { authorization: 'Bearer of ada' } }) }),
      login,
    )
    expect(await read('SELECT 1')).toEqual([[1n]])
    expect(headersOf(stub, 'Handshake', 'authorization')).toEqual([basic])
    expect(headersOf(stub, 'GetFlightInfo', 'authorization')).toEqual(['Bearer of ada'])
    expect(headersOf(stub, 'DoGet', 'authorization')).toEqual(['Bearer of ada'])
  })

  it('sends name and password with each call to a server without tokens', async () => {
    const { read, stub } = await sourceAt(answers(), login)
    expect(await read('SELECT 1')).toEqual([[1n]])
    expect(headersOf(stub, 'DoGet', 'authorization')).toEqual([basic])
  })

  it('sends a token instead, and the headers and cookies of the session', async () => {
    const { read, stub } = await sourceAt(
      answers({ GetFlightInfo: () => ({ ...infoReply({ ticket: 't' }), headers: { 'set-cookie': ['session=7; Path=/'] } }) }),
      { ...login, token: 'apiv3', call_headers: 'Database: sensors\n\nx-note: a: b ' },
    )
    expect(await read('SELECT 1')).toEqual([[1n]])
    expect(headersOf(stub, 'Handshake', 'authorization')).toEqual([])
    expect(
      stub.calls.map(({ headers }) => [headers.authorization, headers.database, headers['x-note'], headers.cookie]),
    ).toEqual([
      ['Bearer apiv3', 'sensors', 'a: b', undefined],
      ['Bearer apiv3', 'sensors', 'a: b', 'session=7'],
    ])
  })

  it.each(['content-type: x', 'grpc-timeout: 1', 'authorization: x', 'no colon', 'naïve: x'])(
    'takes no header like %j',
    (line) => {
      const options = { host: 'h', port: 1, call_headers: line }
      expect(flightSql.config.safeParse(options).success).toBe(false)
    },
  )

  it('passes on why a login is refused', async () => {
    const { refusal } = await sourceAt(
      answers({ Handshake: () => ({ status: UNAUTHENTICATED, text: 'Wer ist „ada“?' }) }),
      login,
    )
    expect((await refusal('SELECT 1')).message).toBe('The server refused the login: Wer ist „ada“?')
  })

  it('chooses a catalog, and says that there is none of that name, or no choice', async () => {
    const replies: StubReply[] = [
      { messages: [message({ 1: message({}) })] },
      { messages: [message({ 1: message({ 1: message({ 1: 'catalog', 2: message({ 1: 1 }) }) }) })] },
    ]
    const { read, refusal, stub } = await sourceAt(
      answers({ DoAction: () => replies.shift() ?? { status: UNIMPLEMENTED, text: 'no' } }),
      { catalog: 'sales' },
    )
    expect(await read('SELECT 1')).toEqual([[1n]])
    expect(stub.calls[0] && actionOf(stub.calls[0])).toBe('SetSessionOptions')
    expect((await refusal('SELECT 1')).message).toBe('The server has no catalog sales, or does not let you choose it.')
    expect((await refusal('SELECT 1')).message).toBe('The server lets no catalog be chosen: leave the field empty.')
  })
})

describe('a result in several parts (OPEN-563)', () => {
  it('is read in the order that the server names, also where it means itself', async () => {
    const own = ['arrow-flight-reuse-connection://?', 'grpc+tcp://0.0.0.0:PORT', 'grpc://127.0.0.1:PORT']
    const { read, stub } = await sourceAt(
      answers({
        GetFlightInfo: () =>
          infoReply(
            { ticket: '1' },
            ...own.map((uri, at) => ({ ticket: String(at + 2), locations: [uri.replace('PORT', String(stub.port))] })),
          ),
        DoGet: (call) => rows(BigInt(ticketOf(call))),
      }),
    )
    expect(await read('SELECT n FROM parts')).toEqual([[1n], [2n], [3n], [4n]])
  })

  it('is read from another server on the same host with the login, and from other hosts without', async () => {
    const other = await startFlightStub(answers())
    onTestFinished(() => other.close())
    let host = '127.0.0.1'
    const { run, configOf } = await sourceAt(
      answers({ GetFlightInfo: () => infoReply({ ticket: 't', locations: ['http://web', `grpc://${host}:${other.port}`] }) }),
      { token: 'apiv3', call_headers: 'database: sensors' },
    )
    expect(await rowsOf(await run('SELECT 1'))).toEqual([[1n]])
    expect(headersOf(other, 'DoGet', 'authorization')).toEqual(['Bearer apiv3'])
    host = 'localhost'
    const context = { config: configOf(), signal: never, tempDir: '/nowhere' }
    expect((await failureOf(flightSql.run('SELECT 1', context))).message).toMatch(/localhost/)
    expect(await rowsOf(await flightSql.run('SELECT 1', { ...context, sourceNetworks: ['127.0.0.0/8', '::1'] }))).toEqual([
      [1n],
    ])
    expect(headersOf(other, 'DoGet', 'authorization')).toEqual(['Bearer apiv3', undefined])
    expect(headersOf(other, 'DoGet', 'database')).toEqual(['sensors', undefined])
  })

  it('is refused if a part is nowhere that can be asked, or has other columns', async () => {
    const elsewhere = await sourceAt(
      answers({ GetFlightInfo: () => infoReply({ ticket: 't', locations: ['https://bucket.example/part'] }) }),
    )
    expect((await elsewhere.refusal('SELECT 1')).message).toBe(
      'The server keeps a part of the result where it cannot be asked for: https://bucket.example/part.',
    )
    const text = tableToIPC(new Table({ n: vectorFromArray(['x']) }), 'stream')
    const different = await sourceAt(
      answers({
        GetFlightInfo: () => infoReply({ ticket: '1' }, { ticket: '2' }),
        DoGet: (call) => (ticketOf(call) === '1' ? rows(1n) : dataReply(messagesOf(text))),
      }),
    )
    expect((await different.refusal('SELECT 1')).message).toBe('The parts of the result have different columns.')
  })

  it('may be empty, which is no data', async () => {
    const { refusal } = await sourceAt(answers({ GetFlightInfo: () => infoReply() }))
    expect((await refusal('SELECT 1')).message).toBe(NO_DATA)
  })
})

describe('compressed buffers (OPEN-563)', () => {
  const values = Array.from({ length: 1000 }, (_, at) => BigInt(at))
  /** A source whose server compresses with this. */
  const sourceWith = async (compression: CompressionType, encode: (bytes: Uint8Array) => Uint8Array, sent = values) => {
    const { decode } = compressionRegistry.get(compression) ?? {}
    compressionRegistry.set(compression, { encode, ...(decode ? { decode } : {}) })
    return sourceAt(answers({ DoGet: () => dataReply(messagesOf(streamOf(sent, compression))) }))
  }

  it('are read if the server uses Zstandard', async () => {
    const { read } = await sourceWith(CompressionType.ZSTD, (bytes) => new Uint8Array(zstdCompressSync(bytes)))
    expect(await read('SELECT n')).toEqual(values.map((value) => [value]))
  })

  it('are read if the server uses LZ4, and a damaged one is reported (OPEN-743)', async () => {
    // A frame of numbers that are all the same: the first one, its repetition, and the five bytes as they are that end every block.
    // The library sends a buffer as it is if its frame is longer.
    const framed = (bytes: Uint8Array) => {
      const rest = Math.max(0, bytes.length - 8 - 5 - 4 - 15)
      const more = [...Array(Math.floor(rest / 255)).fill(255), rest % 255]
      const block = [0x8f, ...bytes.subarray(0, 8), 8, 0, ...more, 0x50, ...bytes.subarray(-5)]
      return Uint8Array.of(4, 34, 77, 24, 0x60, 0x70, 0x73, block.length, 0, 0, 0, ...block, 0, 0, 0, 0)
    }
    const sevens = values.map(() => 7n)
    const { read } = await sourceWith(CompressionType.LZ4_FRAME, framed, sevens)
    expect(await read('SELECT n')).toEqual(sevens.map((value) => [value]))
    const damaged = await sourceWith(CompressionType.LZ4_FRAME, (bytes) => framed(bytes).subarray(0, -20), sevens)
    expect((await damaged.refusal('SELECT n')).message).toBe(
      'The result of the server cannot be read: a frame of LZ4 is cut short.',
    )
  })
})

describe('a type that the library does not know (OPEN-560)', () => {
  it('is one sentence, with the way out', async () => {
    const schemaOf = (type: Utf8 | Binary) =>
      messagesOf(tableToIPC(new Table({ x: vectorFromArray([null], type) }), 'stream'))[0]
    const [one, other] = [schemaOf(new Utf8()), schemaOf(new Binary())]
    // The schemas of two types without properties differ in the number of the type alone.
    const places = [...(one?.header ?? [])].flatMap((byte, at) => (byte === other?.header[at] ? [] : [at]))
    expect(places).toHaveLength(1)
    const RUN_END_ENCODED = 22
    one?.header.writeUInt8(RUN_END_ENCODED, places[0])
    const { refusal } = await sourceAt(answers({ DoGet: () => dataReply(one ? [one] : []) }))
    expect((await refusal('SELECT x FROM runs')).message).toBe(
      'The result of the server cannot be read: a column is run-end encoded; CAST it in the query.',
    )
  })
})

describe('errors of a server with Flight SQL (OPEN-562)', () => {
  it('are passed on without what libraries append, at the place that the server names', async () => {
    const text = 'SELECT\n  colour'
    const { refusal } = await sourceAt(
      answers({
        GetFlightInfo: () => ({
          status: 3,
          text: 'Column colour not found at line 2, column 3. Detail: Failed. gRPC client debug context: UNKNOWN:Error',
        }),
      }),
    )
    const { message: said, position } = await refusal(text)
    expect(said).toBe('Column colour not found at line 2, column 3')
    expect(position).toBe(text.indexOf('colour') + 1)
  })

  it('are named by their status if the server says nothing', async () => {
    const { refusal } = await sourceAt(answers({ GetFlightInfo: () => ({ status: 8 }) }))
    expect((await refusal('SELECT 1')).message).toBe('The server reports RESOURCE_EXHAUSTED.')
  })

  it('fail a result of which rows have been read', async () => {
    const { refusal } = await sourceAt(answers({ DoGet: () => ({ ...rows(1n), status: 13, text: 'out of memory' }) }))
    expect((await refusal('SELECT 1')).message).toBe('out of memory')
  })

  it.each<[string, StubReply, string]>([
    [
      'a message that is too long',
      { raw: Buffer.of(0, 0x7f, 0xff, 0xff, 0xff) },
      'The server sends 2147483647 bytes in one piece; the limit is 268435456.',
    ],
    [
      'a compressed message',
      { raw: Buffer.of(1, 0, 0, 0, 1, 0) },
      'The server sends compressed messages although none were asked for.',
    ],
    [
      'a message that is none',
      { messages: [Buffer.of(0x0b)] },
      'The server sends something else than the messages of Flight SQL.',
    ],
    ['no answer', {}, 'The server returned nothing about the result.'],
  ])('are one sentence for %s', async (_, reply, said) => {
    const { refusal } = await sourceAt(answers({ GetFlightInfo: () => reply }))
    expect((await refusal('SELECT 1')).message).toBe(said)
  })

  it('are one sentence for a server of HTTP that knows no gRPC', async () => {
    const plain = createServer((_, response) => response.end('hello'))
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void plain.close())
    const { port } = plain.address() as AddressInfo
    const { refusal } = sqlSource(flightSql, () => ({ host: '127.0.0.1', port }))
    expect((await refusal('SELECT 1')).message).toBe(
      `What answers at 127.0.0.1:${port} is not a Flight SQL server, or expects encryption (TLS).`,
    )
  })
})

describe('cancelling a query of a server with Flight SQL (OPEN-564)', () => {
  const CANCELLED_STATUS = 1
  const CANCELLING = 2
  const NOT_CANCELLABLE = 3

  /** Cancels a query whose result never ends; the statuses are what the server says about it, one after the other. */
  async function cancelled(...statuses: number[]) {
    const reading = Promise.withResolvers<void>()
    const { run, stub } = await sourceAt(
      answers({
        DoGet: () => {
          reading.resolve()
          return { ...rows(1n), isOpen: true }
        },
        DoAction: () => ({ messages: [message({ 1: message({ 1: statuses.shift() }) })] }),
      }),
    )
    const stop = new AbortController()
    const outcome = failureOf(run('SELECT n FROM endless', { signal: stop.signal }).then(rowsOf))
    await reading.promise
    stop.abort()
    const { message: said } = await outcome
    return { said, actions: stub.calls.filter(({ method }) => method === 'DoAction').map(actionOf) }
  }

  it('asks until the server confirms it', async () => {
    expect(await cancelled(CANCELLING, CANCELLED_STATUS)).toEqual({
      said: CANCELLED,
      actions: ['CancelFlightInfo', 'CancelFlightInfo'],
    })
  })

  it('says that a server has not confirmed it', async () => {
    expect(await cancelled(NOT_CANCELLABLE)).toEqual({ said: `${CANCELLED} ${STILL_RUNNING}`, actions: ['CancelFlightInfo'] })
  })

  it('ends a call to a server that never answers', async () => {
    const asked = Promise.withResolvers<void>()
    const { run } = await sourceAt(
      answers({
        GetFlightInfo: () => {
          asked.resolve()
          return { isOpen: true }
        },
      }),
    )
    const stop = new AbortController()
    const outcome = failureOf(run('SELECT 1', { signal: stop.signal }))
    await asked.promise
    stop.abort()
    expect((await outcome).message).toBe(`${CANCELLED} ${STILL_RUNNING}`)
  })
})
