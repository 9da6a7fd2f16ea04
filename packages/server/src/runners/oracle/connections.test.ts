import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { never } from '../../testing/never.ts'
import { failureOf } from '../conformance/runs.ts'
import { connectString } from './connection.ts'
import oracle from './index.ts'

// The real driver, with ports where there is no Oracle database.
const password = 'a password that nobody should see'

async function failureAt(changes: object): Promise<string> {
  const options = { user: 'ada', password, host: '127.0.0.1', port: 1, servicename: 'S', ...changes }
  const { message } = await failureOf(
    Promise.resolve(oracle.testConnection?.({ config: oracle.config.parse(options), signal: never })),
  )
  expect(message).not.toContain(password)
  return message
}

describe('a connection to Oracle', () => {
  it('fails if nobody listens on the port', async () => {
    const port = await freePort()
    expect(await failureAt({ port })).toBe(`could not connect to server at 127.0.0.1:${port}: connection refused`)
  })

  it('fails if another service listens on the port', async () => {
    const { createServer } = await import('node:net')
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(await failureAt({ port })).toBe(`the server at 127.0.0.1:${port} closed the connection: is it an Oracle database?`)
  })

  it('goes to the configured server only', async () => {
    const target = { user: 'ada', password, host: 'db.example.com', port: 1521, servicename: 'SHOP.example' }
    expect(connectString(target)).toBe(
      '(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db.example.com)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=SHOP.example)))',
    )
    expect(connectString({ ...target, host: '_useservicename' })).toBe('SHOP.example')
    expect(await failureAt({ host: 'db/other?wallet_location=/etc' })).toMatch(/is not the name of a host\.$/)
    expect(await failureAt({ servicename: 'SHOP)(SECURITY=(MY_WALLET_DIRECTORY=/etc)' })).toMatch(
      /is not the name of a service\.$/,
    )
    for (const servicename of ['config-file:///etc/secrets.json', 'https://example.com/settings'])
      expect(await failureAt({ host: '_useservicename', servicename })).toBe(
        'DSN Service Name: settings are not fetched from elsewhere.',
      )
  })
})
