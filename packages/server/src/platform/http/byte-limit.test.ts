import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { limitBytes } from './byte-limit.ts'

const chunks = () => Readable.from([Buffer.alloc(600), Buffer.alloc(400)])

it('passes as many bytes on as the limit allows', async () => {
  expect(await buffer(limitBytes(chunks(), 1000))).toHaveLength(1000)
})

it('fails with too_large beyond the limit', async () => {
  await expect(buffer(limitBytes(chunks(), 999))).rejects.toMatchObject({ code: 'too_large', status: 413 })
})

it('fails for its reader when the source failed before it was read, and raises no unhandled error until then', async () => {
  const broken = new Readable({ read() {} })
  const early = limitBytes(broken, 1000)
  broken.destroy(new Error('gone'))
  await new Promise(setImmediate)
  await expect(buffer(early)).rejects.toThrow('gone')
  await expect(buffer(limitBytes(broken, 1000))).rejects.toThrow('The caller has hung up.')
})

it('fails when its source does', async () => {
  const broken = new Readable({ read: () => broken.destroy(new Error('gone')) })
  await expect(buffer(limitBytes(broken, 1000))).rejects.toThrow('gone')
})
