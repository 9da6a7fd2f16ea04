import { expect, it } from 'vitest'
import { parseColor } from './parse-color.ts'

it('stores names and short hex values as upper-case #RRGGBB (OPEN-65, CTRL-15)', () => {
  expect(parseColor('#abc')).toBe('#AABBCC')
  expect(parseColor(' 3e5edb ')).toBe('#3E5EDB')
  expect(parseColor('teal')).toBe('#2E6567')
  expect(parseColor('Dark Blue')).toBe('#232777')
  expect(parseColor('#ab')).toBeNull()
  expect(parseColor('#abcde')).toBeNull()
  expect(parseColor('no colour')).toBeNull()
})

it('drops the opacity of a hex value, and refuses a fully transparent one (OPEN-65, CTRL-15)', () => {
  expect(parseColor('#abc8')).toBe('#AABBCC')
  expect(parseColor('#3e5edb80')).toBe('#3E5EDB')
  expect(parseColor('#abc0')).toBeNull()
  expect(parseColor('#3e5edb00')).toBeNull()
})
