import { describe, expect, it } from 'vitest'
import { expiryOf, keyState, lifetimes } from './key-texts.ts'

const NOW = Date.parse('2026-05-31T08:00:00Z')

describe('the lifetime of a new API key', () => {
  it('can be days, a date or no end, as far as the organization allows (OPEN-307)', () => {
    const values = (maxDays: number | null) => lifetimes(maxDays).map(({ value }) => value)
    expect(values(null)).toEqual(['30', '90', '365', 'date', 'never'])
    expect(values(90)).toEqual(['30', '90', 'date'])
    expect(values(7)).toEqual(['date'])
  })

  it('is sent as the time at which it ends, a date as the end of that day (OPEN-307)', () => {
    expect(expiryOf('never', null, NOW)).toBeNull()
    expect(expiryOf('30', null, NOW)).toBe('2026-06-30T08:00:00.000Z')
    expect(expiryOf('date', null, NOW)).toBeUndefined()
    expect(expiryOf('date', '2026-06-01', NOW)).toBe(new Date(2026, 5, 1, 23, 59, 59).toISOString())
  })
})

it('calls a key expired if the server says so, and revoked whatever its expiry (OPEN-307, OPEN-552)', () => {
  const at = new Date(NOW).toISOString()
  expect(keyState({ is_expired: false, revoked_at: null })).toBe('valid')
  expect(keyState({ is_expired: true, revoked_at: null })).toBe('expired')
  expect(keyState({ is_expired: true, revoked_at: at })).toBe('revoked')
  expect(keyState({ is_expired: false, revoked_at: at })).toBe('revoked')
})
