import { expect, it } from 'vitest'
import { seal, unseal } from './sealed.ts'

const KEY = 'k'.repeat(20) + 'q9'.repeat(20)
const now = new Date('2030-01-01T00:00:00Z')
const later = new Date('2030-01-01T00:10:00Z')

it('opens a value for the purpose that it was sealed for, until it expires', () => {
  const sealed = seal(KEY, 'state', { nonce: 'a' }, later)
  expect(unseal(KEY, 'state', sealed, now)).toEqual({ nonce: 'a' })
  expect(unseal(KEY, 'state', sealed, later)).toBeNull()
  expect(unseal(KEY, 'other', sealed, now)).toBeNull()
  expect(unseal(`${KEY}x`, 'state', sealed, now)).toBeNull()
})

it('reveals nothing of its content, and does not open if it was changed', () => {
  const sealed = seal(KEY, 'state', 'a telling text', later)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('telling')
  for (let at = 0; at < sealed.length; at += 7) {
    const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
    expect(unseal(KEY, 'state', changed, now)).toBeNull()
  }
  for (const text of ['', 'x', 'v1:abc', sealed.slice(0, 40)]) expect(unseal(KEY, 'state', text, now)).toBeNull()
})
