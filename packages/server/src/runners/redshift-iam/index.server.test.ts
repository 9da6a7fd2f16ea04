import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { AWS_KEYS } from '../../testing/aws-stub.ts'
import { never } from '../../testing/never.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { motoServer } from '../../testing/servers/moto.ts'
import { MOTO_REGION, type MotoKeys, motoKeys, policy } from '../../testing/servers/moto-keys.ts'
import { failureOf } from '../conformance/runs.ts'
import { type LoginRequest, temporaryLogin } from './credentials.ts'

let server: StartedServer
let keys: MotoKeys
const endpoint = () => `http://127.0.0.1:${server.port}`
const login = (changes: Partial<LoginRequest> = {}) =>
  temporaryLogin(
    {
      ...{ accessKey: AWS_KEYS.accessKey, secretKey: AWS_KEYS.secretKey, region: MOTO_REGION, role: '' },
      ...{ cluster: 'warehouse', user: 'ada', database: 'shop', ...changes },
    },
    never,
    endpoint,
  )

beforeAll(async () => {
  server = await motoServer.start()
  keys = motoKeys(endpoint())
  await keys.send('redshift', '2012-12-01', {
    ...{ Action: 'CreateCluster', ClusterIdentifier: 'warehouse', NodeType: 'ra3.xlplus', DBName: 'shop' },
    ...{ MasterUsername: 'admin', MasterUserPassword: 'A-secret-1' },
  })
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

describe('keys that may not ask Redshift for a password (OPEN-820)', () => {
  const message = async (changes: Partial<LoginRequest>) => (await failureOf(login(changes))).message
  const refused = (name: string, action: string) => `User: arn:aws:${name} is not authorized to perform: ${action}`

  it('learn which action is refused, also that of the role, and whether they are unknown', async () => {
    const role = 'arn:aws:iam::123456789012:role/reporter'
    const trust = policy({ Action: 'sts:AssumeRole', Principal: { AWS: '*' } })
    await keys.send('iam', '2010-05-08', { Action: 'CreateRole', RoleName: 'reporter', AssumeRolePolicyDocument: trust })
    const asking = await keys.create('asking', ['redshift:GetClusterCredentials'])
    const assuming = await keys.create('assuming', ['sts:AssumeRole'])
    onTestFinished(await keys.check())
    expect((await login(asking)).user).toBe('IAM:ada')
    expect(await message({ ...asking, role })).toBe(refused('iam::123456789012:user/asking', 'sts:AssumeRole'))
    const asUser = refused('iam::123456789012:user/assuming', 'redshift:GetClusterCredentials')
    expect(await message(assuming)).toBe(asUser)
    const asRole = refused('sts::123456789012:assumed-role/reporter/sightline', 'redshift:GetClusterCredentials')
    expect(await message({ ...assuming, role })).toBe(asRole)
    expect(await message({ secretKey: 'never used' })).toBe('The security token included in the request is invalid.')
    expect(await message({ ...asking, secretKey: 'another' })).toMatch(/^The request signature we calculated does not match/)
  })
})
