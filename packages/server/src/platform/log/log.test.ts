import { expect, it } from 'vitest'
import { createLog, describeError, withoutKeys } from './log.ts'

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

it('hides keys and tokens in URLs, and nothing else', () => {
  expect(withoutKeys('/api/queries/1/results.csv?api_key=abc&p_a=1')).toBe('/api/queries/1/results.csv?api_key=[hidden]&p_a=1')
  expect(withoutKeys('http://host/setup?token=abc#x')).toBe('http://host/setup?token=[hidden]#x')
  expect(withoutKeys('/public/dashboards/abc?refresh=60')).toBe('/public/dashboards/[hidden]?refresh=60')
  expect(withoutKeys('/api/dashboards/public/abc')).toBe('/api/dashboards/public/[hidden]')
  expect(withoutKeys('/reset/abc?next=%2F')).toBe('/reset/[hidden]?next=%2F')
  expect(withoutKeys('/unsubscribe/7.abc')).toBe('/unsubscribe/[hidden]')
  expect(withoutKeys('/api/subscriptions/end/7.abc')).toBe('/api/subscriptions/end/[hidden]')
  expect(withoutKeys('/oidc/callback?code=abc&state=def')).toBe('/oidc/callback?code=[hidden]&state=[hidden]')
  expect(withoutKeys('/api/users/7/invite')).toBe('/api/users/7/invite')
  expect(withoutKeys('/queries?q=api_key')).toBe('/queries?q=api_key')
  expect(withoutKeys('/api/dashboards/5')).toBe('/api/dashboards/5')
})

it.each([
  '/api/queries/1/results.csv?api%5Fkey=abc',
  '/api/queries/1/results.csv?%61%70%69_%6bey=abc&p_a=1',
  '/api/queries/1/results.csv?API_KEY=abc',
  '/api/queries/1/results.csv?x=1&api_key=abc#y',
  '/embed/query/1/visualization/2?p_a=%26&api_key=abc',
  '/setup?%74oken=abc',
  '/%72eset/abc',
  '/re%73et/abc?next=1',
  '/invite/abc/',
  '/public/dashboards/abc/x',
  '/api/%64ashboards/public/abc',
  '/api/links/verify/abc',
  '/sight/public/dashboards/abc',
])('hides what opens something however its name is encoded: %s', (url) => {
  expect(withoutKeys(url)).not.toContain('abc')
  expect(withoutKeys(url)).toContain('[hidden]')
})

it('does not change a URL that cannot be decoded', () => {
  expect(withoutKeys('/queries/%zz?x=%')).toBe('/queries/%zz?x=%')
})

it('writes the time of each record in ISO 8601, in UTC (OPEN-282)', () => {
  const lines: string[] = []
  createLog({ write: (line) => void lines.push(line) }).info('Hello.')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 30, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), msg: 'Hello.' },
  ])
})
