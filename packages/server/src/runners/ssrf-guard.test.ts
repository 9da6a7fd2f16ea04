import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSource, httpSources, sourceAt, urlSources } from '../testing/source-fixtures.ts'
import { type StubServer, startStub } from '../testing/stub-server.ts'
import { failureOf } from './conformance/runs.ts'

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

const runAt = (source: HttpSource, url: string, sourceNetworks: string[] = []): Promise<unknown> =>
  sourceAt(source, url, { sourceNetworks }).run()

describe.each(httpSources)('the data source type $type', (source) => {
  it('does not connect to the metadata address of a cloud, however the address is written', async () => {
    for (const url of [
      METADATA,
      'http://[::ffff:169.254.169.254]',
      'http://0xa9fea9fe',
      'http://2852039166',
      'http://[fd00:ec2::254]',
    ]) {
      const { message } = await failureOf(runAt(source, `${url}/`))
      expect(message).toMatch(/is not an address that may be asked|Can't query private addresses/)
    }
  })

  it('does not follow a redirect to the metadata address', async () => {
    const { message } = await failureOf(runAt(source, stub.url, ['127.0.0.1']))
    expect(message).toMatch(/unexpected status code \(302\)/)
  })
})

describe.each(urlSources)('a query text of the data source type $type', (source) => {
  it('cannot reach this machine or its network, by number or by name, unless the operator has listed it', async () => {
    const before = stub.calls.length
    for (const url of [stub.url, `http://localhost:${stub.port}`, 'http://10.0.0.1/', 'http://[::1]/'])
      expect((await failureOf(runAt(source, url))).message).toContain("Can't query private addresses.")
    expect(stub.calls).toHaveLength(before)
  })
})
