import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FROM_OPTIONS, FROM_TEXT, type SourceFixture, sourceAt } from '../testing/source-fixtures.ts'
import { type StubServer, startStub } from '../testing/stub-server.ts'
import { failureOf } from './conformance.ts'

const METADATA = 'http://169.254.169.254'

let stub: StubServer
beforeAll(async () => {
  stub = await startStub(() => ({
    status: 302,
    headers: { location: `${METADATA}/latest/meta-data` },
    body: 'the way to secrets',
  }))
})
afterAll(() => stub.close())

const runAt = (type: string, way: SourceFixture, address: string, sourceNetworks: string[] = []): Promise<unknown> =>
  sourceAt(type, way, address, { sourceNetworks }).run()

describe.each(Object.entries({ ...FROM_OPTIONS, ...FROM_TEXT }))('the SSRF guard of %s', (type, way) => {
  it('blocks the metadata address of clouds, however it is written', async () => {
    for (const address of [
      METADATA,
      'http://[::ffff:169.254.169.254]',
      'http://0xa9fea9fe',
      'http://2852039166',
      'http://[fd00:ec2::254]',
    ]) {
      const { message } = await failureOf(runAt(type, way, `${address}/`))
      expect(message).toMatch(/is not an address that may be asked|Can't query private addresses/)
    }
  })

  it('blocks redirects to it', async () => {
    const { message } = await failureOf(runAt(type, way, stub.url, ['127.0.0.1']))
    expect(message).toMatch(/unexpected status code \(302\)/)
  })
})

describe.each(Object.entries(FROM_TEXT))('the SSRF guard of URLs in queries of %s', (type, way) => {
  it('blocks this machine and its network, by number and by name, unless the operator has listed it', async () => {
    const before = stub.calls.length
    for (const address of [stub.url, `http://localhost:${stub.port}`, 'http://10.0.0.1/', 'http://[::1]/'])
      expect((await failureOf(runAt(type, way, address))).message).toContain("Can't query private addresses.")
    expect(stub.calls).toHaveLength(before)
  })
})
