import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { codingFor, compressed } from './compression.ts'

describe('the encoding of a response', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['br', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['GZIP;q=1, zstd;q=0.5', 'gzip'],
    ['zstd;q=0, gzip', 'gzip'],
    ['gzip;q=0', null],
    ['*', 'zstd'],
    ['*;q=0', null],
    ['zstd;q=0, *', 'gzip'],
    ['gzip;q=nonsense', null],
  ])('for Accept-Encoding %j is %j', (header, coding) => {
    expect(codingFor(header)).toBe(coding)
  })

  it('can be decompressed', async () => {
    const bytes = Buffer.from('some text, some text')
    expect(gunzipSync(await compressed(bytes, 'gzip'))).toEqual(bytes)
    expect(zstdDecompressSync(await compressed(bytes, 'zstd'))).toEqual(bytes)
  })
})
