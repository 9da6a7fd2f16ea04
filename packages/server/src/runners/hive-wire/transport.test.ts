import type { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqlSource } from '../../testing/sql-source.ts'
import { listen } from '../../testing/tcp-listener.ts'
import { failureOf } from '../conformance/runs.ts'
import hive from '../hive/index.ts'

/** A listener in place of a server, and a run against it. */
async function against(onConnection: (socket: Socket) => void) {
  const listener = await listen(async (socket) => onConnection(socket))
  onTestFinished(() => listener.close())
  const { refusal, configOf } = sqlSource(hive, () => ({ host: '127.0.0.1', port: listener.port, password: 'a secret' }))
  return { port: listener.port, refusal: () => refusal('SELECT 1'), config: configOf() }
}

const step = (status: number, text: string) => Buffer.concat([Buffer.of(status, 0, 0, 0, text.length), Buffer.from(text)])

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

  it('says that another protocol answers', async () => {
    const { refusal, port } = await against((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    expect((await refusal()).message).toBe(`What answers at 127.0.0.1:${port} is not HiveServer2.`)
  })

  it('says that the server has closed the connection', async () => {
    const { refusal } = await against((socket) => socket.end())
    expect((await refusal()).message).toBe('The connection to the server was lost.')
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
