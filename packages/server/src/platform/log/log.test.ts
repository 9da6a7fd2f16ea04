import { expect, it } from 'vitest'
import { describeError } from './log.ts'

it('describes an error with its causes, without the values of a failed statement', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505' })
  const error = new Error('Failed query: insert into users values ($1)\nparams: secret', { cause })
  const described = describeError(error)
  expect(described).toMatchObject({
    type: 'Error',
    message: 'Failed query: insert into users values ($1)',
    cause: { message: 'duplicate key', code: '23505' },
  })
  expect(JSON.stringify(described)).not.toContain('secret')
  expect(described.stack[0]).toMatch(/^at .*log\.test\.ts/)
})
