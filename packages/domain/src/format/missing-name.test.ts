import { expect, it } from 'vitest'
import { missingName } from './missing-name.ts'

it('names missing values and empty texts, and no others (OPEN-675)', () => {
  expect([null, '', 'x', 0, false].map(missingName)).toEqual(['(empty)', '(empty text)', null, null, null])
})
