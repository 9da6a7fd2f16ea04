import { expect, it } from 'vitest'
import { jsonText } from './exact-json.ts'
import { numberOf, WrittenNumber } from './written-number.ts'

it.each([
  ['42', 42],
  ['-0.5', -0.5],
  ['9007199254740993', 9007199254740993n],
  ['+170141183460469231731687303715884105727', 170141183460469231731687303715884105727n],
  ['123456789.012345', 123456789.012345],
  ['0.000000000000000000012', 1.2e-20],
  ['1.5E+3', 1500],
  ['0.1234567890123456', new WrittenNumber('0.1234567890123456')],
])('keeps all digits of %s', (digits, number) => {
  expect(numberOf(digits)).toEqual(number)
})

it('is written into JSON with all its digits', () => {
  expect(jsonText({ n: [numberOf('1.12345678901234567890')] })).toBe('{"n":[1.12345678901234567890]}')
})
