import { describe, expect, it } from 'vitest'
import { lz4Decompressed } from './lz4.ts'

const MIB = 2 ** 20
const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))
const NUMBERS = Array.from({ length: 40 }, (_, at) => `${at},`)
  .join('')
  .repeat(2)
const RUN = 'BCJNGGBAgg4AAAAfYQEA////0lBhYWFhYQAAAAA='

// Written by the reference implementation, liblz4.
describe('frames of LZ4 (OPEN-743)', () => {
  it.each([
    [
      'with the length of its content',
      'BCJNGGhA3AAAAAAAAAA+eQAAAP9fMCwxLDIsMyw0LDUsNiw3LDgsOSwxMCwxMSwxMiwxMywxNCwxNSwxNiwxNywxOCwxOSwyMCwyMSwyMiwyMywyNCwyNSwyNiwyNywyOCwyOSwzMCwzMSwzMiwzMywzNCwzNSwzNiwzNywzOCwzOSxuAFZQOCwzOSwAAAAA',
      NUMBERS,
    ],
    ['of one byte that repeats itself', RUN, 'a'.repeat(1000)],
    [
      'with a block that is not compressed',
      'BCJNGGhAKAAAAAAAAAB1KAAAgAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicAAAAA',
      String.fromCharCode(...Array(40).keys()),
    ],
    ['without content', 'BCJNGGBAggAAAAA=', ''],
    ['with checksums', 'BCJNGHxA6AMAAAAAAAA9DgAAAB9hAQD////SUGFhYWFhWgprAwAAAACGK+g3', 'a'.repeat(1000)],
  ])('are read: one %s', (_, base64, content) => {
    expect(Buffer.from(lz4Decompressed(bytesOf(base64), MIB)).toString('latin1')).toBe(content)
  })

  it('are refused if they are cut short, too long, damaged or something else', () => {
    const run = bytesOf(RUN)
    const broken = (place: number, byte: number) => run.with(place, byte)
    for (let length = 0; length < run.length; length++)
      expect(() => lz4Decompressed(run.subarray(0, length), MIB), `${length} bytes`).toThrow(RangeError)
    expect(() => lz4Decompressed(run, 999)).toThrow('too long once decompressed')
    // The distance of the repetition.
    expect(() => lz4Decompressed(broken(13, 0), MIB)).toThrow('damaged')
    expect(() => lz4Decompressed(broken(13, 2), MIB)).toThrow('damaged')
    // The length of the bytes before it.
    expect(() => lz4Decompressed(broken(11, 0xff), MIB)).toThrow('damaged')
    expect(() => lz4Decompressed(broken(0, 5), MIB)).toThrow('not a frame')
  })
})
