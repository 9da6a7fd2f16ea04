import { describe, expect, it } from 'vitest'
import { encryptUnbound } from '../../testing/unbound-options.ts'
import { isSameText, newKey } from './keys.ts'
import { decryptOptions, encryptOptions, unboundOptions } from './options.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const KEY = 'k3y-0f-th1s-1nst4llat10n-and-n0-0ther'

describe('encrypted options', () => {
  const row = { table: 'data_sources', id: 7 } as const
  const options = { host: 'db', password: 'päss🔑', port: 5432, nested: { list: [1, null] } }

  it('are decrypted to the original values', () => {
    expect(decryptOptions(KEY, row, encryptOptions(KEY, row, options))).toEqual(options)
  })

  it('differ each time, and reveal nothing of their content', () => {
    const [one, other] = [encryptOptions(KEY, row, options), encryptOptions(KEY, row, options)]
    expect(one).toMatch(/^v2:[A-Za-z0-9+/=]+$/)
    expect(one).not.toBe(other)
    expect(Buffer.from(one.slice(3), 'base64').toString('latin1')).not.toContain('host')
  })

  it('are refused if they were changed or encrypted with another key', () => {
    const text = encryptOptions(KEY, row, options)
    const bytes = Buffer.from(text.slice(3), 'base64')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => decryptOptions(KEY, row, `v2:${bytes.toString('base64')}`)).toThrow('cannot be read')
    expect(() => decryptOptions(`${KEY}!`, row, text)).toThrow('cannot be read')
    expect(() => decryptOptions(KEY, row, text.replace('v2', 'v0'))).toThrow('unknown form')
    expect(() => decryptOptions(KEY, row, 'v2:AAAA')).toThrow('cannot be read')
  })

  it('are refused in any row except their own', () => {
    const text = encryptOptions(KEY, row, options)
    expect(() => decryptOptions(KEY, { table: 'data_sources', id: 8 }, text)).toThrow('cannot be read')
    expect(() => decryptOptions(KEY, { table: 'destinations', id: 7 }, text)).toThrow('cannot be read')
  })

  it('in the format of earlier versions, which is bound to no row, are only read by the upgrade', () => {
    expect(unboundOptions(KEY, encryptUnbound(KEY, options))).toEqual(options)
    expect(() => unboundOptions(`${KEY}!`, encryptUnbound(KEY, options))).toThrow('cannot be read')
    expect(unboundOptions(KEY, encryptOptions(KEY, row, options))).toBeNull()
    expect(() => decryptOptions(KEY, row, encryptUnbound(KEY, options))).toThrow('unknown form')
    expect(() => decryptOptions(KEY, row, encryptUnbound(KEY, options).replace('v1', 'v2'))).toThrow('cannot be read')
  })
})

describe('passwords', () => {
  it('are hashed with argon2id and a salt of their own', async () => {
    const [one, other] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
  })

  it('match only their own hash', async () => {
    const hash = await hashPassword('secret')
    expect(await verifyPassword(hash, 'secret')).toBe(true)
    expect(await verifyPassword(hash, 'Secret')).toBe(false)
  })

  it('never match a user without a password', async () => {
    expect(await verifyPassword(null, '')).toBe(false)
    expect(await verifyPassword(null, 'secret')).toBe(false)
  })
})

describe('keys', () => {
  it('have 40 letters and digits, and never repeat', () => {
    const keys = Array.from({ length: 200 }, newKey)
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(new Set(keys).size).toBe(200)
  })

  it('can be compared if their lengths differ', () => {
    expect(isSameText('abc', 'abc')).toBe(true)
    expect(isSameText('abc', 'abcd')).toBe(false)
    expect(isSameText('', 'a')).toBe(false)
  })
})
