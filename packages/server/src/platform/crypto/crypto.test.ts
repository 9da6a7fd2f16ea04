import { describe, expect, it } from 'vitest'
import { isSameText, newKey } from './keys.ts'
import { decryptOptions, encryptOptions } from './options.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const KEY = 'k3y-0f-th1s-1nst4llat10n-and-n0-0ther'

describe('encrypted options', () => {
  const options = { host: 'db', password: 'päss🔑', port: 5432, nested: { list: [1, null] } }

  it('come back as they were', () => {
    expect(decryptOptions(KEY, encryptOptions(KEY, options))).toEqual(options)
  })

  it('never look alike twice, and show nothing of what they hold', () => {
    const [one, other] = [encryptOptions(KEY, options), encryptOptions(KEY, options)]
    expect(one).toMatch(/^v1:[A-Za-z0-9+/=]+$/)
    expect(one).not.toBe(other)
    expect(Buffer.from(one.slice(3), 'base64').toString('latin1')).not.toContain('host')
  })

  it('are refused when they were changed, or written with another key', () => {
    const text = encryptOptions(KEY, options)
    const bytes = Buffer.from(text.slice(3), 'base64')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => decryptOptions(KEY, `v1:${bytes.toString('base64')}`)).toThrow('cannot be read')
    expect(() => decryptOptions(`${KEY}!`, text)).toThrow('cannot be read')
    expect(() => decryptOptions(KEY, text.replace('v1', 'v0'))).toThrow('unknown form')
    expect(() => decryptOptions(KEY, 'v1:AAAA')).toThrow('cannot be read')
  })
})

describe('passwords', () => {
  it('are kept as argon2id, with a salt each', async () => {
    const [one, other] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
  })

  it('fit their own hash only', async () => {
    const hash = await hashPassword('secret')
    expect(await verifyPassword(hash, 'secret')).toBe(true)
    expect(await verifyPassword(hash, 'Secret')).toBe(false)
  })

  it('never fit a user without one', async () => {
    expect(await verifyPassword(null, '')).toBe(false)
    expect(await verifyPassword(null, 'secret')).toBe(false)
  })
})

describe('keys', () => {
  it('are 40 letters and digits, never the same', () => {
    const keys = Array.from({ length: 200 }, newKey)
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9]{40}$/)
    expect(new Set(keys).size).toBe(200)
  })

  it('are compared whatever their lengths', () => {
    expect(isSameText('abc', 'abc')).toBe(true)
    expect(isSameText('abc', 'abcd')).toBe(false)
    expect(isSameText('', 'a')).toBe(false)
  })
})
