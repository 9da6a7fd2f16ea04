import type { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { never } from '../../testing/never.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { listen } from '../../testing/tcp-listener.ts'
import { failureOf } from '../conformance/runs.ts'
import hive from '../hive/index.ts'
import spark from '../spark/index.ts'
import { reply } from './testing/reply.ts'
import { i32, string, struct } from './thrift.ts'

/** A listener in place of a server, and a run against it. */
async function against(onConnection: (socket: Socket) => void, runner = hive) {
  const listener = await listen(async (socket) => onConnection(socket))
  onTestFinished(() => listener.close())
  const { refusal, configOf } = sqlSource(runner, () => ({ host: '127.0.0.1', port: listener.port, password: 'a secret' }))
  return { port: listener.port, refusal: () => refusal('SELECT 1'), config: configOf() }
}

const step = (status: number, text: string) => Buffer.concat([Buffer.of(status, 0, 0, 0, text.length), Buffer.from(text)])

/** A message with its length in front. */
function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(message.length)
  return Buffer.concat([length, message])
}

describe('signing in at HiveServer2 (OPEN-393)', () => {
  it('sends the name and the password of the data source, or placeholders, by SASL PLAIN', async () => {
    const received = Promise.withResolvers<string>()
    const { refusal } = await against((socket) =>
      socket.once('data', (data) => {
        received.resolve(data.toString('latin1'))
        socket.end(step(3, 'no'))
      }),
    )
    await refusal()
    expect(await received.promise).toBe('\x01\0\0\0\x05PLAIN\x02\0\0\0\x13\0anonymous\0a secret')
  })

  it('passes on why the server refuses the login', async () => {
    const { refusal } = await against((socket) => socket.end(step(3, 'Error validating the login')))
    expect((await refusal()).message).toBe('The server refused the login: Error validating the login')
  })

  it.each([
    [hive, 'HiveServer2'],
    [spark, "Spark's Thrift server"],
  ])('says that another protocol answers in place of $name', async (runner, name) => {
    const { refusal, port } = await against((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), runner)
    expect((await refusal()).message).toBe(`What answers at 127.0.0.1:${port} is not ${name}.`)
  })

  it('passes on why the server refuses the session, and closes the connection (OPEN-536)', async () => {
    const closed = Promise.withResolvers<void>()
    const refused = reply(struct({ 1: struct({ 1: i32(3), 5: string('Failed to open new session: too many sessions') }) }))
    const { refusal } = await against((socket) => {
      socket.on('close', () => closed.resolve())
      socket.once('data', () => {
        socket.write(step(5, ''))
        socket.once('data', () => socket.write(framed(refused)))
      })
    }, spark)
    expect((await refusal()).message).toBe('too many sessions')
    await closed.promise
  })

  it('says that the server has closed the connection', async () => {
    const { refusal, port } = await against((socket) => socket.end())
    expect((await refusal()).message).toBe(
      `could not connect to server at 127.0.0.1:${port}: the connection was closed by the server`,
    )
  })

  it('says that something else answers calls', async () => {
    const { refusal, port } = await against((socket) => {
      socket.write(step(5, ''))
      socket.on('data', () => socket.write(Buffer.from('\0\0\0\x05hello')))
    })
    expect((await refusal()).message).toBe(`What answers at 127.0.0.1:${port} is not HiveServer2.`)
  })

  it('ends at once on a cancel, although the server does not answer', async () => {
    const connected = Promise.withResolvers<void>()
    const { config } = await against(() => connected.resolve())
    const stop = new AbortController()
    const outcome = failureOf(hive.run('SELECT 1', { config, signal: stop.signal, tempDir: '/nowhere' }))
    await connected.promise
    stop.abort()
    expect((await outcome).message).toBe('Query cancelled by user.')
  })
})

describe('stopping a run at HiveServer2 from elsewhere (OPEN-391)', () => {
  it.each(['Invalid OperationHandle: OperationHandle [opType=EXECUTE_STATEMENT]', 'Operation does not exist!'])(
    'is done if the run ends by itself meanwhile: %s',
    async (message) => {
      const done = struct({ 1: struct({ 1: i32(0) }), 2: i32(4) })
      const gone = struct({ 1: struct({ 1: i32(3), 5: string(message) }) })
      const answers = [done, done, gone].map((answer) => framed(reply(answer)))
      const { config } = await against((socket) => {
        socket.once('data', () => {
          socket.write(step(5, ''))
          socket.on('data', () => socket.write(answers.shift() ?? Buffer.alloc(0)))
        })
      })
      await hive.stop?.({ id: 'aWQ=', handle: 'c2VjcmV0', kind: 0, rows: 1 }, { config, signal: never })
      expect(answers).toEqual([])
    },
  )
})
