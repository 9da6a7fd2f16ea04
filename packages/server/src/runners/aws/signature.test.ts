import { describe, expect, it } from 'vitest'
import { credentialsOf, signedHeaders } from './signature.ts'

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const credentials = { accessKey: 'AKIDEXAMPLE', secretKey: SECRET }
const scope = { region: 'us-east-1', service: 'service' }
const now = new Date('2015-08-30T12:36:00Z')
const TOKEN =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=='

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

  it('signs parameters of one name in order of their values', () => {
    expect(signature('GET', '/?Param1=value2&Param1=Value1')).toBe(
      'eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1',
    )
    expect(signature('GET', '/?Param1=value2&Param1=value1')).toBe(
      '5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694',
    )
  })

  it('signs parameters with any characters', () => {
    const plain = '-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    expect(signature('GET', `/?${plain}=${plain}`)).toBe('9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197')
    expect(signature('GET', '/?\u1234=bar')).toBe('2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04')
  })

  it('signs headers by their names in lower case, without needless blanks', () => {
    expect(signature('POST', '/', { 'My-Header1': 'value1' })).toBe(
      'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
    )
    expect(signature('GET', '/', { 'My-Header1': ' value1', 'My-Header2': ' "a   b   c"' })).toBe(
      'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    )
  })

  it('signs the token of temporary credentials', () => {
    const headers = signedHeaders(
      { method: 'POST', url: new URL('https://example.amazonaws.com/'), headers: {}, body: '' },
      { ...credentials, sessionToken: TOKEN },
      scope,
      now,
    )
    expect(headers).toEqual({
      'x-amz-date': '20150830T123600Z',
      'x-amz-security-token': TOKEN,
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
    })
  })
})

describe('signature version 4 for S3, with the examples that Amazon publishes', () => {
  function signature(method: string, path: string, headers: Record<string, string> = {}, body = ''): string | undefined {
    const { authorization } = signedHeaders(
      { method, url: new URL(`https://examplebucket.s3.amazonaws.com${path}`), headers, body },
      { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
      { region: 'us-east-1', service: 's3' },
      new Date('2013-05-24T00:00:00Z'),
    )
    return authorization?.split('Signature=')[1]
  }

  it('signs what is read from an object', () => {
    expect(signature('GET', '/test.txt', { range: 'bytes=0-9' })).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })

  it('signs what is written to an object whose name has special characters', () => {
    const headers = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
    const expected = '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd'
    expect(signature('PUT', '/test$file.text', headers, 'Welcome to Amazon S3.')).toBe(expected)
    // The name is the same with its characters written as escapes.
    expect(signature('PUT', '/test%24file.text', headers, 'Welcome to Amazon S3.')).toBe(expected)
  })

  it('signs a question about the bucket', () => {
    expect(signature('GET', '/?lifecycle')).toBe('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543')
    expect(signature('GET', '/?max-keys=2&prefix=J')).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
  })
})

describe('a signature', () => {
  it('does not cover headers that proxies may change', () => {
    const plain = signature('GET', '/')
    const names = ['Authorization', 'User-Agent', 'Accept', 'Accept-Encoding', 'Content-Length', 'Connection']
    for (const name of names) expect([name, signature('GET', '/', { [name]: 'x' })]).toEqual([name, plain])
    expect(signature('GET', '/', { 'x-other': 'x' })).not.toBe(plain)
  })

  it('does not depend on whether the URL writes signs as escapes, but on which signs they are', () => {
    expect(signature('GET', "/?a=(b)*!'c")).toBe(signature('GET', '/?a=%28b%29%2A%21%27c'))
    expect(signature('GET', '/?a=b%20c')).toBe(signature('GET', '/?a=b+c'))
    expect(signature('GET', '/a')).not.toBe(signature('GET', '/b'))
    expect(signature('GET', '/a%20b')).not.toBe(signature('GET', '/a+b'))
  })
})

describe('the keys of a form', () => {
  it('are both required', () => {
    expect(credentialsOf('key', 'secret')).toEqual({ accessKey: 'key', secretKey: 'secret' })
    for (const [access, secret] of [
      ['key', ''],
      ['', 'secret'],
      [undefined, 'secret'],
      ['key', undefined],
    ])
      expect(() => credentialsOf(access, secret)).toThrow(
        'Access key and secret key are required: the identity of the machine Sightline runs on is not used.',
      )
  })
})
