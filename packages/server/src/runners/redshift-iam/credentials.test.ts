import { expect, it, onTestFinished } from 'vitest'
import { never } from '../../testing/never.ts'
import { type StubAnswer, type StubCall, startStub } from '../../testing/stub-server.ts'
import { signedHeaders } from '../aws/signature.ts'
import { failureOf } from '../conformance/runs.ts'
import { type LoginRequest, temporaryLogin } from './credentials.ts'
import redshiftIam from './index.ts'

const keys = { accessKey: 'AKIDEXAMPLE', secretKey: 'a secret key' }
const roleKeys = { accessKey: 'ASIAROLE', secretKey: 'a key of the role' }

const xml = (body: string, status = 200): StubAnswer => ({ status, headers: { 'content-type': 'text/xml' }, body })

/** Recomputes the signature with the secret of the access key. */
function isSigned({ path, headers, body }: StubCall): boolean {
  const [, accessKey = '', region = '', service = '', names = ''] =
    /Credential=([^/]+)\/\d+\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? []
  const now = new Date(`${parts.slice(0, 3).join('-')}T${parts.slice(3).join(':')}Z`)
  const given = Object.fromEntries(names.split(';').map((name) => [name, String(headers[name])]))
  const identity = accessKey === roleKeys.accessKey ? roleKeys : keys
  const url = new URL(`http://${headers.host}${path}`)
  const again = signedHeaders({ method: 'POST', url, headers: given, body }, identity, { region, service }, now)
  return again.authorization === headers.authorization
}

async function amazon(expires: string) {
  const stub = await startStub((call) => {
    const asked = new URLSearchParams(call.body)
    if (!isSigned(call)) return xml('<Error><Message>The request signature does not match.</Message></Error>', 403)
    if (asked.get('Action') === 'AssumeRole') {
      const { accessKey, secretKey } = roleKeys
      return xml(`<AssumeRoleResult><AccessKeyId>${accessKey}</AccessKeyId><SecretAccessKey>${secretKey}</SecretAccessKey>
        <SessionToken>a token</SessionToken></AssumeRoleResult>`)
    }
    if (asked.get('ClusterIdentifier') !== 'warehouse')
      return xml('<Error><Code>ClusterNotFound</Code><Message>Cluster &quot;other&quot; not found.</Message></Error>', 404)
    const isOfRole = call.headers['x-amz-security-token'] === 'a token'
    return xml(`<GetClusterCredentialsResult><DbUser>IAM:${asked.get('DbUser')}</DbUser>
      <DbPassword>${isOfRole ? 'of the role' : 'p&amp;ss&#39;'}</DbPassword><Expiration>${expires}</Expiration></GetClusterCredentialsResult>`)
  })
  onTestFinished(() => stub.close())
  const request = (changes: Partial<LoginRequest> = {}): LoginRequest => ({
    ...{ ...keys, region: 'eu-west-1', role: '', cluster: 'warehouse', user: 'ada', database: `shop ${stub.port}` },
    ...changes,
  })
  const login = (changes: Partial<LoginRequest> = {}) => temporaryLogin(request(changes), never, () => stub.url)
  return { stub, login }
}

it('requests temporary credentials with the AWS keys and caches them', async () => {
  const { stub, login } = await amazon('2999-01-01T00:00:00Z')
  expect([await login(), await login()]).toEqual(Array(2).fill({ user: 'IAM:ada', password: "p&ss'" }))
  expect(stub.calls).toHaveLength(1)
  expect(Object.fromEntries(new URLSearchParams(stub.calls[0]?.body))).toMatchObject({
    DbName: `shop ${stub.port}`,
    AutoCreate: 'false',
  })
})

it('renews credentials that expire soon', async () => {
  const { stub, login } = await amazon('2001-01-01T00:00:00Z')
  await login()
  await login()
  expect(stub.calls).toHaveLength(2)
})

it('assumes a role first if one is configured', async () => {
  const { stub, login } = await amazon('2999-01-01T00:00:00Z')
  expect(await login({ role: 'arn:aws:iam::1:role/analyst' })).toEqual({ user: 'IAM:ada', password: 'of the role' })
  expect(stub.calls.map(({ body }) => new URLSearchParams(body).get('Action'))).toEqual(['AssumeRole', 'GetClusterCredentials'])
})

it("reports Amazon's message, or which option is missing", async () => {
  const { login } = await amazon('2999-01-01T00:00:00Z')
  const failureMessage = async (changes: Partial<LoginRequest>) => (await failureOf(login(changes))).message
  expect(await failureMessage({ secretKey: 'another' })).toBe('The request signature does not match.')
  expect(await failureMessage({ cluster: 'other' })).toBe('Cluster "other" not found.')
  expect(await failureMessage({ cluster: '' })).toBe('Redshift Cluster ID is required: a password is asked for by it.')
  expect(await failureMessage({ region: 'evil.example.com/' })).toBe('"evil.example.com/" is not the name of a region.')
  expect(await failureMessage({ accessKey: undefined })).toMatch(/^Access key and secret key are required/)
})

it('reports errors in the connection test of the type', async () => {
  const options = {
    aws_region: 'eu-west-1',
    host: '127.0.0.1',
    port: 5439,
    user: 'ada',
    dbname: 'shop',
    clusterid: 'warehouse',
  }
  const config = redshiftIam.config.parse(options)
  await expect(redshiftIam.testConnection?.({ config, signal: never })).rejects.toThrow(
    'Access key and secret key are required',
  )
})
