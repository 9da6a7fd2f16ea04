import { describe, expect, it } from 'vitest'
import {
  activeOrder,
  addedOrder,
  listState,
  nextOrder,
  normalizePage,
  orderParts,
  parseListSearch,
  toRequest,
  withOrder,
  withPage,
  withPageSize,
  withSearch,
  withTags,
} from './list-state.ts'

const defaults = { page_size: 20 }

describe('the state of a list', () => {
  it('is page 1, the configured page size, created_at ascending, no search and no tags by default (LIST-08)', () => {
    expect(listState({}, { page_size: 50 })).toEqual({ page: 1, page_size: 50, order: 'created_at', q: '', tags: [] })
  })

  it('is read from a URL, and invalid values are ignored', () => {
    expect(parseListSearch({ page: '3', page_size: '50', order: '-name', q: 'delay', tags: 'aviation' })).toEqual({
      page: 3,
      page_size: 50,
      order: '-name',
      q: 'delay',
      tags: ['aviation'],
    })
    expect(parseListSearch({ page: '0', page_size: '1e3', q: '', tags: ['', 'a', 'b'] })).toEqual({ tags: ['a', 'b'] })
    expect(parseListSearch({ page_size: '250' })).toEqual({ page_size: 250 })
    expect(parseListSearch({ page_size: '251' })).toEqual({})
  })

  it('is requested in descending order if the order has a leading minus (LIST-07)', () => {
    expect(toRequest(listState({ order: '-name' }, defaults)).order).toBe('-name')
  })

  it('returns to page 1 when the search term changes (LIST-09)', () => {
    expect(listState(withSearch({ page: 4 }, 'delay'), defaults)).toMatchObject({ page: 1, q: 'delay' })
  })

  it('returns to page 1 when the tags change (LIST-10)', () => {
    expect(listState(withTags({ page: 4 }, ['finance']), defaults)).toMatchObject({ page: 1, tags: ['finance'] })
  })

  it('returns to page 1 when the page size changes', () => {
    expect(listState(withPageSize({ page: 4 }, 50), defaults)).toMatchObject({ page: 1, page_size: 50 })
  })

  it('has no order in the request while a search term is set (LIST-11)', () => {
    const list = listState(withSearch({ order: 'name' }, 'delay'), defaults)
    expect(toRequest(list).order).toBeUndefined()
    expect(activeOrder(list)).toBe('')
  })

  it('has its previous order again when the search term is cleared (LIST-12)', () => {
    const cleared = withSearch(withSearch({ order: 'name' }, 'delay'), '')
    expect(toRequest(listState(cleared, defaults)).order).toBe('name')
  })

  it('cycles through the orders of a column: ascending, descending, none (LIST-30)', () => {
    expect(nextOrder('-created_at', 'name')).toBe('name')
    expect(nextOrder('name', 'name')).toBe('-name')
    expect(nextOrder('-name', 'name')).toBe('')
    expect(nextOrder('-name,created_at', 'created_at')).toBe('-created_at')
  })

  it('adds a column to the order, or changes its direction in place (LIST-31)', () => {
    expect(addedOrder('', 'name')).toBe('name')
    expect(addedOrder('-created_at', 'name')).toBe('-created_at,name')
    expect(addedOrder('-created_at,name', 'created_at')).toBe('name')
    expect(addedOrder('created_at,name', 'created_at')).toBe('-created_at,name')
    expect(orderParts('-created_at,,name')).toEqual([
      { name: 'created_at', descending: true },
      { name: 'name', descending: false },
    ])
  })
})

describe('a normalised page', () => {
  it.each([0, -3, Number.NaN])('is at least 1 (requested: %s) (LIST-21)', (page) => {
    expect(normalizePage({ page, total: 100 }).page).toBe(1)
  })

  it('is at most the last page for the total (LIST-22)', () => {
    expect(normalizePage({ page: 9, pageSize: 20, total: 41 })).toMatchObject({ page: 3, lastPage: 3 })
    expect(normalizePage({ page: 2, pageSize: 20, total: 0 }).page).toBe(1)
  })

  it('has at least 1 item, and 20 by default (LIST-23)', () => {
    expect(normalizePage({ page: 1, pageSize: 0, total: 5 }).pageSize).toBe(1)
    expect(normalizePage({ page: 1, total: 5 }).pageSize).toBe(20)
  })

  it('has a total of at least 0 (LIST-24)', () => {
    expect(normalizePage({ page: 1, total: -7 }).total).toBe(0)
  })
})

describe('changing the page or the order', () => {
  it('writes a page to the URL only if it is not the first', () => {
    expect(withPage({ q: 'x' }, 2)).toEqual({ q: 'x', page: 2 })
    expect(withPage({ q: 'x', page: 3 }, 1)).toEqual({ q: 'x', page: undefined })
    expect(withOrder({ page: 3, q: 'x' }, '-name')).toEqual({ q: 'x', order: '-name', page: undefined })
  })

  it('clears an empty search and empty tags, and returns to the first page', () => {
    expect(withSearch({ page: 2, q: 'x' }, '')).toEqual({ page: undefined, q: undefined })
    expect(withTags({ page: 2, tags: ['a'] }, [])).toEqual({ page: undefined, tags: undefined })
    expect(withTags({ page: 2 }, ['a'])).toEqual({ page: undefined, tags: ['a'] })
  })
})

describe('the state of a list in a URL', () => {
  it.each([1.5, '1.5', '0', '-1', 0, 'x1', '1x', '1234567890', true, null, {}, [2], Number.NaN])(
    'cannot have the page %j',
    (page) => {
      expect(parseListSearch({ page, page_size: page })).toMatchObject({ page: undefined, page_size: undefined })
    },
  )

  it('may have pages as texts and as numbers, and sizes up to the maximum', () => {
    expect([parseListSearch({ page: '123456789' }).page, parseListSearch({ page: 7 }).page]).toEqual([123456789, 7])
    expect([parseListSearch({ page_size: 250 }).page_size, parseListSearch({ page_size: 251 }).page_size]).toEqual([
      250,
      undefined,
    ])
  })

  it('accepts only texts as order, search and tags', () => {
    expect(parseListSearch({ order: 5, q: 5, tags: [5, '', 'a'] })).toEqual({
      page: undefined,
      page_size: undefined,
      order: undefined,
      q: undefined,
      tags: ['a'],
    })
    expect(parseListSearch({ order: '', q: '', tags: '' })).toMatchObject({ order: '', q: undefined, tags: undefined })
  })

  it('is sent with the existing search and tags only', () => {
    const list = listState({ q: 'x', tags: ['a'] }, defaults)
    expect(toRequest(list)).toEqual({ page: '1', page_size: '20', order: undefined, q: 'x', tags: ['a'] })
    expect(toRequest(listState({}, defaults))).toEqual({
      page: '1',
      page_size: '20',
      order: 'created_at',
      q: undefined,
      tags: undefined,
    })
  })

  it('keeps a minus within the name of a column', () => {
    expect(orderParts('-a-b,c-d')).toEqual([
      { name: 'a-b', descending: true },
      { name: 'c-d', descending: false },
    ])
    expect(addedOrder('x,a-b', 'a-b')).toBe('x,-a-b')
  })
})
