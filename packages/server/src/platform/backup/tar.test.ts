import { expect, it } from 'vitest'
import { readTarHeader, tarHeader } from './tar.ts'

const modified = new Date('2026-11-28T01:02:03Z')

it.each([
  ['an empty file', { name: 'a', size: 0, modified }],
  ['a long name', { name: `files/results/${'x'.repeat(95)}`, size: 5, modified }],
  ['a file of more than 8 GB', { name: 'files/results/1.parquet', size: 9_000_000_001, modified }],
])('a header of %s is read as it was written (OPEN-275)', (_, entry) => {
  expect(readTarHeader(tarHeader(entry))).toEqual(entry)
})

it('a name that fits no header is refused, and so is a changed header (OPEN-275)', () => {
  expect(() => tarHeader({ name: 'x'.repeat(300), size: 1, modified })).toThrow('too long')
  const header = Buffer.from(tarHeader({ name: 'a', size: 1, modified }))
  header[0] = 0x62
  expect(() => readTarHeader(header)).toThrow('no header')
})
