import { describe, expect, it } from 'vitest'
import { ApiError, lastPageFromError, toApiError } from './error.ts'

const beyond = (details?: object) => toApiError(400, { message: 'Page is out of range.', code: 'page_out_of_range', details })

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
