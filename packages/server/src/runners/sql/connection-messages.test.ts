import { describe, expect, it } from 'vitest'
import { connectionFailure, securityNote } from './connection-messages.ts'

const address = { host: 'db.example', port: 5432 }
const failure = (code: string | undefined, message = 'Something; ask your admin.') =>
  connectionFailure(Object.assign(new Error(message), code === undefined ? {} : { code }), address)

describe('a server that cannot be reached', () => {
  it.each([
    ['ECONNREFUSED', 'connection refused'],
    ['ECONNRESET', 'the connection was closed by the server'],
    ['EHOSTUNREACH', 'no route to host'],
    ['ENETUNREACH', 'network unreachable'],
    ['ENOTFOUND', 'host name not known'],
    ['EAI_AGAIN', 'host name not known'],
    ['ENOENT', 'no such socket'],
    ['ETIMEDOUT', 'no answer in time'],
  ])('is reported by the network error %s', (code, reason) => {
    expect(failure(code)).toBe(`could not connect to server at db.example:5432: ${reason}`)
  })

  it.each([
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('is reported by the certificate error %s', (code) => {
    expect(failure(code)).toBe('the certificate of db.example:5432 is not trusted: Something')
  })

  it.each(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_OSSL_EVP_UNSUPPORTED', 'HANDSHAKE_SSL_ERROR'])(
    'is reported by the TLS error %s',
    (code) => {
      expect(failure(code)).toBe('no secure connection to db.example:5432: Something')
    },
  )

  it('is reported by its certificate if the driver has one code for all errors', () => {
    expect(failure('HANDSHAKE_SSL_ERROR', 'self-signed certificate; see the manual')).toBe(
      'the certificate of db.example:5432 is not trusted: self-signed certificate',
    )
    expect(failure('ERR_SSL_X', 'certificate')).toBe('no secure connection to db.example:5432: certificate')
    expect(failure('HANDSHAKE_SSL_ERROR', 'no certificates')).toBe('no secure connection to db.example:5432: no certificates')
  })

  it('is explained if the reply is not TLS, or not the TLS that was offered (OPEN-393)', () => {
    const openSsl = (reason: string) =>
      `write EPROTO 40BD:error:0A00010B:SSL routines:tls_validate_record_header:${reason}:../ssl.c:77:`
    expect(failure('EPROTO', openSsl('wrong version number'))).toBe(
      'no secure connection to db.example:5432: the server does not use TLS at this port',
    )
    expect(failure('EPROTO', openSsl('tlsv1 alert protocol version'))).toBe(
      'no secure connection to db.example:5432: tlsv1 alert protocol version',
    )
    expect(failure('ERR_SSL_WRONG_VERSION_NUMBER', openSsl('wrong version number'))).toMatch(/does not use TLS at this port$/)
    expect(failure('EPROTO', 'protocol error')).toBeNull()
  })

  it('is not reported for other errors', () => {
    expect([
      failure(undefined),
      failure('EACCES'),
      failure('NO_ERR_SSL'),
      failure('MY_CERT_'),
      connectionFailure('ECONNREFUSED', address),
    ]).toEqual([null, null, null, null, null])
  })
})

const host = 'db.example.com'

it('notes that a connection is not encrypted, or that its server is not verified', () => {
  for (const tls of [false, null] as const) expect(securityNote(tls, { host })).toBe('The connection is not encrypted.')
  for (const tls of [{ rejectUnauthorized: false }, {}])
    expect(securityNote(tls, { host })).toBe('The connection is encrypted, but the certificate of the server is not verified.')
  expect(securityNote({ rejectUnauthorized: true }, { host })).toBeNull()
})

it('notes nothing if the connection is local or goes through a tunnel', () => {
  for (const near of ['localhost', '127.0.0.1', '::1']) expect(securityNote(false, { host: near })).toBeNull()
  expect(securityNote(false, { host, ssh_tunnel: {} })).toBeNull()
  expect(securityNote(false, { host: '127.0.0.1.example.com' })).not.toBeNull()
})
