import { expect, it } from 'vitest'
import { keptValues } from './kept-values.ts'

const ofLength = (count: number) => ({ p: 'x'.repeat(count - JSON.stringify({ p: '' }).length) })

it('values of up to 4,000 characters are kept, and no empty ones (OPEN-513)', () => {
  expect(keptValues(ofLength(4000))).toEqual(ofLength(4000))
  expect(keptValues(ofLength(4001))).toBeNull()
  expect(keptValues({})).toBeNull()
})

it('values with characters that the database refuses are not kept, as a tag of Query Results may contain them (OPEN-513)', () => {
  for (const p of ['\u0000', '\ud800', '\udfff']) expect(keptValues({ p })).toBeNull()
  expect(keptValues({ p: '\\\0' })).toBeNull()
  expect(keptValues({ p: '\u{1f600}' })).toEqual({ p: '\u{1f600}' })
})

it('values that only look like such characters are kept, as paths of Windows may (OPEN-513)', () => {
  for (const p of ['C:\\udata', '\\u0000', '\\\\udfff']) expect(keptValues({ p })).toEqual({ p })
})
