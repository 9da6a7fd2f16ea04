import { expect, it } from 'vitest'
import { cellName } from './cell-name.ts'

it('names missing values and empty texts, and writes others (OPEN-675)', () => {
  expect([null, '', 'x', 0, false].map((value) => cellName(value))).toEqual(['(empty)', '(empty text)', 'x', '0', 'false'])
  expect(cellName(7, (value) => `<${value}>`)).toBe('<7>')
})
