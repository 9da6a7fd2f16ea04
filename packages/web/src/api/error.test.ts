import { describe, expect, it } from 'vitest'
import { ApiError, lastPageFromError, messageOf, toApiError } from './error.ts'

const beyond = (details?: object) => toApiError(400, { message: 'Page is out of range.', code: 'page_out_of_range', details })

describe('the message of a failed call', () => {
  it('says what a rate limit means, which the server sends as the limit alone (OPEN-374)', () => {
    const failure = toApiError(429, { message: '50 per 1 hour', code: 'too_many_requests' })
    expect(messageOf(failure)).toBe('Too many attempts: the limit is 50 per 1 hour. Please try again later.')
    expect(messageOf(toApiError(429, { message: 'Wait a moment.' }))).toBe('Wait a moment.')
  })
})

describe('a page beyond the end', () => {
  it('leads to the last page for the total (LIST-22)', () => {
    expect(lastPageFromError(beyond({ count: 41 }), 20)).toBe(3)
    expect(lastPageFromError(beyond({ count: 40 }), 20)).toBe(2)
  })

  it('leads to the first page if the server sends no total (LIST-22)', () => {
    expect(lastPageFromError(beyond(), 20)).toBe(1)
  })

  it('returns null for every other error', () => {
    expect(lastPageFromError(new ApiError(400, 'page_not_positive', '', null), 20)).toBeNull()
    expect(lastPageFromError(null, 20)).toBeNull()
  })
})
