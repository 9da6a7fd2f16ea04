import { expect, it } from 'vitest'
import { describeError, withoutKeys } from './log.ts'

it('hides keys in addresses and nothing else', () => {
  expect(withoutKeys('/api/queries/1/results.csv?api_key=abc&p_a=1')).toBe('/api/queries/1/results.csv?api_key=[hidden]&p_a=1')
  expect(withoutKeys('http://host/setup?token=abc#x')).toBe('http://host/setup?token=[hidden]#x')
  expect(withoutKeys('/queries?q=api_key')).toBe('/queries?q=api_key')
})

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
