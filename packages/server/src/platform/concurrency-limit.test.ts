import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.ts'

it('allows up to the maximum number of open items per name, whatever is open under other names', () => {
  const limit = createConcurrencyLimit()
  const close = limit.open('ada', 2)
  expect(limit.open('ada', 2)).toBeTypeOf('function')
  expect(limit.open('ada', 2)).toBeNull()
  expect(limit.open('bob', 2)).toBeTypeOf('function')
  close?.()
  close?.()
  expect(limit.open('ada', 2)).toBeTypeOf('function')
  expect(limit.open('ada', 2), 'closing twice frees one place').toBeNull()
})
