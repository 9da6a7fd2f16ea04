import { describe, expect, it } from 'vitest'
import { testFailure } from './test-connection.ts'

const UNKNOWN = 'Unknown error occurred while performing connection test. Please try again later.'

describe('the answer of a connection test', () => {
  it('is a success with ok', () => {
    expect(testFailure({ ok: true, message: 'success' })).toBeNull()
  })

  it('tells the message of a failure', () => {
    expect(testFailure({ ok: false, message: 'no route to host' })).toBe('no route to host')
    expect(testFailure({ ok: false, message: '' })).toBe(UNKNOWN)
  })

  it('is an error without ok (DS-25)', () => {
    expect(testFailure({ message: 'success' })).toBe(UNKNOWN)
    expect(testFailure(undefined)).toBe(UNKNOWN)
  })
})
