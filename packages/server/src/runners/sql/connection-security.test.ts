import { expect, it } from 'vitest'
import { securityNote } from './connection-security.ts'

const host = 'db.example.com'

it('says that a connection is not encrypted, or that its server is not verified', () => {
  for (const tls of [false, null] as const) expect(securityNote(tls, { host })).toBe('The connection is not encrypted.')
  for (const tls of [{ rejectUnauthorized: false }, {}])
    expect(securityNote(tls, { host })).toBe('The connection is encrypted, but the certificate of the server is not verified.')
  expect(securityNote({ rejectUnauthorized: true }, { host })).toBeNull()
})

it('says nothing where the connection stays on this machine or goes through a tunnel', () => {
  for (const near of ['localhost', '127.0.0.1', '::1']) expect(securityNote(false, { host: near })).toBeNull()
  expect(securityNote(false, { host, ssh_tunnel: {} })).toBeNull()
  expect(securityNote(false, { host: '127.0.0.1.example.com' })).not.toBeNull()
})
