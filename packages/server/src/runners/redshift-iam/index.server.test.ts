import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AWS_KEYS } from '../../testing/aws-stub.ts'
import { never } from '../../testing/never.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { motoServer } from '../../testing/servers/moto.ts'
import { signedHeaders } from '../aws/signature.ts'
import { failureOf } from '../conformance/runs.ts'
import { type LoginRequest, temporaryLogin } from './credentials.ts'

let server: StartedServer
const endpoint = () => `http://127.0.0.1:${server.port}`
const login = (changes: Partial<LoginRequest> = {}) =>
  temporaryLogin(
    {
      ...{ accessKey: AWS_KEYS.accessKey, secretKey: AWS_KEYS.secretKey, region: 'eu-west-1', role: '' },
      ...{ cluster: 'warehouse', user: 'ada', database: 'shop', ...changes },
    },
    never,
    endpoint,
  )

beforeAll(async () => {
  server = await motoServer.start()
  const body = new URLSearchParams({
    ...{ Action: 'CreateCluster', Version: '2012-12-01', ClusterIdentifier: 'warehouse', NodeType: 'ra3.xlplus' },
    ...{ MasterUsername: 'admin', MasterUserPassword: 'A-secret-1', DBName: 'shop' },
  }).toString()
  const given = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = { method: 'POST', url: new URL(endpoint()), headers: given, body }
  const headers = signedHeaders(request, AWS_KEYS, { region: 'eu-west-1', service: 'redshift' })
  const answer = await fetch(endpoint(), { method: 'POST', headers: { ...given, ...headers }, body })
  expect(answer.status, await answer.text()).toBe(200)
})
afterAll(() => server?.stop())

describe('the password that Redshift gives (OPEN-576)', () => {
  it('is that of the user of the cluster', async () => {
    const { user, password } = await login()
    expect(user).toBe('IAM:ada')
    expect(password).toMatch(/^\S{8,}$/)
  })

  it('is asked for with the keys of a role, if one is named', async () => {
    const { user, password } = await login({ role: 'arn:aws:iam::123456789012:role/analyst' })
    expect([user, password]).toEqual(['IAM:ada', expect.stringMatching(/^\S{8,}$/)])
  })

  it('is refused for a cluster that is not there', async () => {
    expect((await failureOf(login({ cluster: 'other' }))).message).toBe('Cluster other not found.')
  })
})
