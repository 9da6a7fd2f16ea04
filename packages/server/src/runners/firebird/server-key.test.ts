import { describe, expect, it } from 'vitest'
import { alignServerKey } from './server-key.ts'

/**
 * A packet as a server sends it.
 * @param at offset of the length of the data, which differs by type
 * @param padding bytes after the data
 */
function packetOf(salt: string, key: string, { type = 92, at = 4, padding = 4 } = {}): Buffer {
  const length = (text: string) => Buffer.from([text.length & 0xff, text.length >> 8])
  const data = Buffer.concat([length(salt), Buffer.from(salt), length(key), Buffer.from(key)])
  const packet = Buffer.alloc(at + 4 + data.length + padding)
  packet.writeUInt32BE(type, 0)
  packet.writeUInt32BE(data.length, at)
  data.copy(packet, at + 4)
  return packet
}

function expectUnchanged(packet: Buffer): void {
  const before = Buffer.from(packet)
  alignServerKey(packet)
  expect(packet).toEqual(before)
}

/** The key, where the driver expects it. */
function keyIn(packet: Buffer, at = 4): bigint {
  const data = packet.subarray(at + 4, at + 4 + packet.readUInt32BE(at))
  return BigInt(`0x${data.subarray((data.readUInt16LE(0) + 5) & ~3)}`)
}

describe('the key of a Firebird server', () => {
  const key = 'B'.repeat(256)

  it.each([64, 63, 62, 61, 60])('is found after a salt of %i digits', (digits) => {
    const packet = packetOf('A'.repeat(digits), key)
    alignServerKey(packet)
    expect(keyIn(packet)).toBe(BigInt(`0x${key}`))
    expect(packet.toString('latin1', 10, 10 + digits)).toBe('A'.repeat(digits))
  })

  it.each([94, 98])('is found in a packet of type %i', (type) => {
    const packet = packetOf('A'.repeat(61), key, { type, at: 16 })
    alignServerKey(packet)
    expect(keyIn(packet, 16)).toBe(BigInt(`0x${key}`))
  })

  it('is found in the shortest packet', () => {
    const packet = packetOf('ABC', 'FF', { padding: 24 - 8 - 9 })
    alignServerKey(packet)
    expect([packet.length, keyIn(packet)]).toEqual([24, 0xffn])
  })

  it('is left where it already is in its place', () => {
    expectUnchanged(packetOf('A'.repeat(64), key))
    expectUnchanged(packetOf('A'.repeat(60), key))
  })

  it('is left where there is no room behind it', () => {
    expectUnchanged(packetOf('A'.repeat(63), key, { padding: 0 }))
  })

  it('is not looked for in other packets', () => {
    for (const packet of [Buffer.alloc(3), Buffer.alloc(100, 1), packetOf('no salt at all', key)]) expectUnchanged(packet)
  })

  it('is not looked for where the lengths of a packet cannot be right', () => {
    const [short, long, salty, empty] = Array.from({ length: 4 }, () => packetOf('A'.repeat(61), key)) as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ]
    short.writeUInt32BE(7, 4)
    long.writeUInt32BE(long.length - 8 + 1, 4)
    salty.writeUInt16LE(60_000, 8)
    // The data ends after the salt and the length of the key.
    empty.writeUInt32BE(2 + 61 + 2, 4)
    for (const packet of [short, long, salty, empty]) expectUnchanged(packet)
    expectUnchanged(packetOf('A', '', { padding: 20 }))
  })
})
