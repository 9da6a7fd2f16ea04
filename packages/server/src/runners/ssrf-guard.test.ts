import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FROM_OPTIONS, FROM_TEXT, sourceAt, type Way } from '../testing/source-ways.ts'
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

const runAt = (type: string, way: Way, address: string, sourceNetworks: string[] = []): Promise<unknown> =>
  sourceAt(type, way, address, { sourceNetworks }).run()

describe.each(Object.entries({ ...FROM_OPTIONS, ...FROM_TEXT }))('the fence around %s', (type, way) => {
  it('keeps it from the address where clouds hand out secrets, however it is written', async () => {
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

  it('keeps it from following a redirect there', async () => {
    const { message } = await failureOf(runAt(type, way, stub.url, ['127.0.0.1']))
    expect(message).toMatch(/unexpected status code \(302\)/)
  })
})

describe.each(Object.entries(FROM_TEXT))('the fence around the texts of %s', (type, way) => {
  it('keeps them from this machine and its network, by number and by name, unless the operator has listed it', async () => {
    const before = stub.calls.length
    for (const address of [stub.url, `http://localhost:${stub.port}`, 'http://10.0.0.1/', 'http://[::1]/'])
      expect((await failureOf(runAt(type, way, address))).message).toContain("Can't query private addresses.")
    expect(stub.calls).toHaveLength(before)
  })
})
