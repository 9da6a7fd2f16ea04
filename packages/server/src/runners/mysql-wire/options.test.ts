import { describe, expect, it } from 'vitest'
import { encryptions, MysqlOptions } from './options.ts'

const encryptionsFor = (options: Record<string, unknown>) =>
  encryptions(MysqlOptions.parse({ db: 'shop', host: 'db.example.com', ...options }))

describe('the SSL modes of MySQL', () => {
  it('verify the certificate and its name in exactly the modes that say so', () => {
    expect(encryptionsFor({ ssl_mode: 'disabled' })).toEqual([null])
    expect(encryptionsFor({ ssl_mode: 'preferred' })).toEqual([{ rejectUnauthorized: false }, null])
    expect(encryptionsFor({ ssl_mode: 'preferred', use_ssl: true })).toEqual([{ rejectUnauthorized: false }])
    expect(encryptionsFor({ ssl_mode: 'required' })).toEqual([{ rejectUnauthorized: false }])
    expect(encryptionsFor({ ssl_mode: 'verify-ca' })).toEqual([{ rejectUnauthorized: true, verifyIdentity: false }])
    expect(encryptionsFor({ ssl_mode: 'verify-identity' })).toEqual([{ rejectUnauthorized: true, verifyIdentity: true }])
  })

  it('accept certificates as PEM text', () => {
    const pem = '-----BEGIN CERTIFICATE-----\n…'
    expect(encryptionsFor({ ssl_mode: 'required', ssl_cacert: pem })).toEqual([{ ca: pem, rejectUnauthorized: false }])
    expect(() => encryptionsFor({ ssl_mode: 'required', ssl_cacert: '/no/such/file.pem' })).toThrow(
      'The file /no/such/file.pem cannot be read.',
    )
  })

  it('refuse to verify the name of an IP address', () => {
    expect(() => encryptionsFor({ ssl_mode: 'verify-identity', host: '10.0.0.1' })).toThrow('10.0.0.1 is an address')
  })
})
