import { describe, expect, it } from 'vitest'
import { ApiError, errorOf } from './error.ts'
import { lastPageOf } from './page-out-of-range.ts'

const beyond = (details?: object) => errorOf(400, { message: 'Page is out of range.', code: 'page_out_of_range', details })

describe('a page beyond the end', () => {
  it('leads to the last page for the total (LIST-22)', () => {
    expect(lastPageOf(beyond({ count: 41 }), 20)).toBe(3)
    expect(lastPageOf(beyond({ count: 40 }), 20)).toBe(2)
  })

  it('leads to the first page where the total is not told (LIST-22)', () => {
    expect(lastPageOf(beyond(), 20)).toBe(1)
  })

  it('is no other failure', () => {
    expect(lastPageOf(new ApiError(400, 'page_not_positive', '', null), 20)).toBeNull()
    expect(lastPageOf(null, 20)).toBeNull()
  })
})
