import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { borrowSocket, type Connection } from './connection.ts'

it('restores the listeners of a borrowed socket, however often it is borrowed', () => {
  const stream = new PassThrough()
  const heard: string[] = []
  const listener = (chunk: Buffer) => heard.push(String(chunk))
  stream.on('data', listener)
  const connection = { client: { connection: { stream } } } as unknown as Connection
  for (let run = 0; run < 3; run++) borrowSocket(connection).returnSocket()
  expect(stream.listeners('data')).toEqual([listener])
  stream.write('ready')
  expect(heard).toEqual(['ready'])
})
