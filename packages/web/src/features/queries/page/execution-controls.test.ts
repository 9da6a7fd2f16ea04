import { CANCELLED_ERROR } from '@sightline/contract/cancelled-error.ts'
import { describe, expect, it } from 'vitest'
import { endText } from './ExecutionControls.tsx'

describe('the announcement of a run', () => {
  it('is its number of rows once they are there, or that it was cancelled (OPEN-361)', () => {
    expect(endText({ status: 'done', resultId: 1 }, 1)).toBe('Query finished: 1 row')
    expect(endText({ status: 'failed', error: CANCELLED_ERROR, position: null }, 3)).toBe('Query cancelled')
  })

  it('is empty while the query runs, and for an error, which is announced where it is shown (OPEN-361)', () => {
    expect(endText({ status: 'done', resultId: 1 }, null)).toBe('')
    expect(endText({ status: 'failed', error: 'No such table', position: null }, 3)).toBe('')
    expect(endText({ status: 'idle' }, 3)).toBe('')
  })
})
