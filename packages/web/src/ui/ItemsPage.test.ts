import { describe, expect, it } from 'vitest'
import { listStatus } from './ItemsPage.tsx'

describe('what is announced of a list', () => {
  const list = { page: 1, page_size: 20, order: '', q: '', tags: [] }

  it('is how much a search has found (OPEN-361)', () => {
    expect(listStatus(1200, { ...list, q: 'flights' })).toBe('1,200 found')
  })

  it('is otherwise the number of items, the page if there are several, and the order (OPEN-361)', () => {
    expect(listStatus(1, list)).toBe('1 item')
    expect(listStatus(45, { ...list, page: 2, order: '-created_at,name' })).toBe(
      '45 items, page 2 of 3, ordered by created at, descending, then name',
    )
  })
})
