import { describe, expect, it } from 'vitest'
import { signedHeaders } from './signature.ts'

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const credentials = { accessKey: 'AKIDEXAMPLE', secretKey: SECRET }
const scope = { region: 'us-east-1', service: 'service' }
const now = new Date('2015-08-30T12:36:00Z')

/** The signature of a call to the server of the published examples. */
function signature(method: string, path: string, headers: Record<string, string> = {}, body = ''): string | undefined {
  const url = new URL(`https://example.amazonaws.com${path}`)
  const { authorization } = signedHeaders({ method, url, headers, body }, credentials, scope, now)
  return authorization?.split('Signature=')[1]
}

describe('signature version 4, with the examples that Amazon publishes', () => {
  it('signs a request without parameters or body', () => {
    expect(signature('GET', '/')).toBe('5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31')
    expect(signature('POST', '/')).toBe('5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b')
  })

  it('signs parameters, in order of their names', () => {
    expect(signature('GET', '/?Param2=value2&Param1=value1')).toBe(
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    )
  })

  it('signs a form', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(signature('POST', '/', headers, 'Param1=value1')).toBe(
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    )
  })

  it('signs what is read from S3', () => {
    const { authorization } = signedHeaders(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9' },
        body: '',
      },
      { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
      { region: 'us-east-1', service: 's3' },
      new Date('2013-05-24T00:00:00Z'),
    )
    expect(authorization).toContain('Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  })
})
