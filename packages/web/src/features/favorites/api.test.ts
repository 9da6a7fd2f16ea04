import { describe, expect, it } from 'vitest'
import { withStar } from './api.ts'

const page = {
  count: 2,
  page: 1,
  page_size: 20,
  results: [
    { id: 1, is_favorite: false },
    { id: 2, is_favorite: false },
  ],
}

describe('a favorite in cached data', () => {
  it('is changed within a page of items', () => {
    const changed = withStar(page, 2, true)
    expect(changed).toEqual({
      ...page,
      results: [
        { id: 1, is_favorite: false },
        { id: 2, is_favorite: true },
      ],
    })
  })

  it('is changed in a single item', () => {
    expect(withStar({ id: 2, is_favorite: true, name: 'Delay' }, 2, false)).toEqual({
      id: 2,
      is_favorite: false,
      name: 'Delay',
    })
  })

  it('leaves all other data as it is', () => {
    expect(withStar(page, 3, true)).toBeUndefined()
    const tags = { tags: [{ name: 'aviation', count: 2 }] }
    expect(withStar(tags, 2, true)).toBeUndefined()
    expect(withStar(undefined, 2, true)).toBeUndefined()
  })
})
