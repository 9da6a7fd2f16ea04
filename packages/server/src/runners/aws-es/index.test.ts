import { describe, expect, it } from 'vitest'
import { AWS_KEYS, isSigned } from '../../testing/aws-stub.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json, stubbedSource } from '../../testing/stubbed-source.ts'
import { CANCELLED } from '../runner.ts'
import awsEs from './index.ts'

async function source(answer: (call: StubCall) => StubAnswer | Promise<StubAnswer>) {
  return stubbedSource(
    awsEs,
    ({ url }) => ({ server: url, region: 'eu-west-1', access_key: AWS_KEYS.accessKey, secret_key: AWS_KEYS.secretKey }),
    (call) =>
      isSigned(call)
        ? answer(call)
        : json({ message: 'The request signature we calculated does not match the signature you provided.' }, 403),
  )
}

describe("Amazon's Elasticsearch", () => {
  it('signs requests with the keys of the form', async () => {
    const { read, stub, context } = await source(({ path }) => {
      if (path === '/_mappings') return json({ logs: { mappings: { properties: { n: { type: 'long' } } } } })
      return path === '/_cluster/health' ? json({ status: 'green' }) : json({ hits: { hits: [{ _source: { n: 1 } }] } })
    })
    expect((await read('{"index": "logs-*,other", "query": {"match": {"user": "Åse"}}}')).rows).toEqual([[1n]])
    expect(stub.calls[0]).toMatchObject({ method: 'POST', path: '/logs-*,other/_search' })
    expect(stub.calls[0]?.headers.authorization).toContain('/eu-west-1/es/aws4_request')
    await awsEs.testConnection?.(context())
    expect(await awsEs.getSchema?.(context())).toEqual([{ name: 'logs', columns: [{ name: 'n', type: 'long' }] }])
  })

  it('is cancelled by the tasks of the run', async () => {
    let isAsked = false
    let mark: unknown
    const cancels: string[] = []
    const { cancelled } = await source(({ path, headers }) => {
      if (path.endsWith('/_cancel')) {
        cancels.push(path)
        return json({})
      }
      if (path === '/_tasks') {
        const tasks = cancels.length > 0 ? {} : { 'node:7': { headers: { 'X-Opaque-Id': mark } } }
        return json({ nodes: { node: { tasks } } })
      }
      isAsked = true
      mark = headers['x-opaque-id']
      return new Promise<StubAnswer>(() => {})
    })
    expect(await cancelled('{}', () => isAsked)).toBe(CANCELLED)
    expect(cancels).toEqual(['/_tasks/node%3A7/_cancel'])
  })

  it.each([
    [{ secret_key: 'not the key' }, /^Failed to execute query\. 403: The request signature we calculated does not match/],
    [{ access_key: '' }, /^Access key and secret key are required/],
    [{ use_aws_iam_profile: true }, /^Use AWS IAM Profile: the identity of the machine Sightline runs on is not used\./],
    [{ server: 'http://127.0.0.1:9' }, /refused|127\.0\.0\.1:9/],
  ])('says why not, and no secret: %j', async (options, message) => {
    const { refusal, context } = await source(() => json({}))
    const { message: said } = await refusal('{}', { options })
    expect(said).toMatch(message)
    expect(said).not.toContain('not the key')
    await expect(awsEs.testConnection?.(context({ options }))).rejects.toThrow(message)
  })
})
