import { describe, expect, it } from 'vitest'
import { Fields, message } from './protobuf.ts'

describe('messages of Protocol Buffers (OPEN-560)', () => {
  it('are written as the encoding guide shows them', () => {
    expect(message({ 1: 150 }).toString('hex')).toBe('089601')
    expect(message({ 2: 'testing' }).toString('hex')).toBe('120774657374696e67')
    expect(message({ 3: message({ 1: 150 }) }).toString('hex')).toBe('1a03089601')
    expect(message({ 1: undefined, 2: true, 1000: '' }).toString('hex')).toBe('1001c23e00')
  })

  it('are read back, with repeated fields in their order and defaults for missing ones', () => {
    const fields = new Fields(message({ 1: ['a', 'b'], 2: 2 ** 40, 1000: Buffer.of(0, 255) }))
    expect(fields.all(1).map(String)).toEqual(['a', 'b'])
    expect(fields.text(1)).toBe('b')
    expect(fields.number(2)).toBe(2 ** 40)
    expect(fields.bytes(1000)).toEqual(Buffer.of(0, 255))
    expect([fields.text(9), fields.number(9), fields.bytes(9)]).toEqual(['', 0, Buffer.alloc(0)])
  })

  it('may have fields of fixed length, which are skipped', () => {
    const fixed = Buffer.concat([Buffer.of(0x09, 1, 2, 3, 4, 5, 6, 7, 8, 0x15, 1, 2, 3, 4), message({ 3: 'x' })])
    expect(new Fields(fixed).text(3)).toBe('x')
  })

  it.each(['08', '1205616263', '0b', '0901'])('are refused if they are cut or unknown: %s', (hex) => {
    expect(() => new Fields(Buffer.from(hex, 'hex'))).toThrow('something else than the messages of Flight SQL')
  })
})
