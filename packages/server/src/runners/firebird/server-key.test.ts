import { describe, expect, it } from 'vitest'
import { alignServerKey } from './server-key.ts'

/** A packet as a server sends it, with padding. */
function packetOf(salt: string, key: string): Buffer {
  const length = (text: string) => Buffer.from([text.length & 0xff, text.length >> 8])
  const data = Buffer.concat([length(salt), Buffer.from(salt), length(key), Buffer.from(key)])
  const packet = Buffer.alloc(8 + Math.ceil(data.length / 4) * 4 + 4)
  packet.writeUInt32BE(92, 0)
  packet.writeUInt32BE(data.length, 4)
  data.copy(packet, 8)
  return packet
}

/** The key, where the driver expects it. */
function keyIn(packet: Buffer): bigint {
  const data = packet.subarray(8, 8 + packet.readUInt32BE(4))
  return BigInt(`0x${data.subarray((data.readUInt16LE(0) + 5) & ~3)}`)
}

describe('the key of a Firebird server', () => {
  const key = 'B'.repeat(256)

  it.each([64, 63, 62, 61, 60])('is found behind a salt of %i digits', (digits) => {
    const packet = packetOf('A'.repeat(digits), key)
    alignServerKey(packet)
    expect(keyIn(packet)).toBe(BigInt(`0x${key}`))
    expect(packet.toString('latin1', 10, 10 + digits)).toBe('A'.repeat(digits))
  })

  it('is not looked for in other packets', () => {
    for (const packet of [Buffer.alloc(3), Buffer.alloc(100, 1), packetOf('no salt at all', key)]) {
      const before = Buffer.from(packet)
      alignServerKey(packet)
      expect(packet).toEqual(before)
    }
  })
})
