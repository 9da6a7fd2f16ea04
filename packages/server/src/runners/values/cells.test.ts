import { expect, it } from 'vitest'
import { ExactNumber, exactNumber, isPlainObject, jsonText } from './cells.ts'

it.each([
  ['42', 42],
  ['-0.5', -0.5],
  ['9007199254740993', 9007199254740993n],
  ['+170141183460469231731687303715884105727', 170141183460469231731687303715884105727n],
  ['123456789.012345', 123456789.012345],
  ['0.000000000000000000012', 1.2e-20],
  ['1.5E+3', 1500],
  ['0.1234567890123456', new ExactNumber('0.1234567890123456')],
])('keeps all digits of %s', (digits, number) => {
  expect(exactNumber(digits)).toEqual(number)
})

it('writes exact numbers to JSON with all digits', () => {
  expect(jsonText({ n: [exactNumber('1.12345678901234567890')] })).toBe('{"n":[1.12345678901234567890]}')
})

it('tells objects of JSON from instances of classes', () => {
  expect([{}, { a: 1 }, Object.create(null)].map(isPlainObject)).toEqual([true, true, true])
  expect([null, undefined, 'a', [], new Map(), new Date(0)].map(isPlainObject)).toEqual(Array(6).fill(false))
})
