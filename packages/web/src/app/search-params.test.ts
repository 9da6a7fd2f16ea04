import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

describe('the query string of a URL', () => {
  it('keeps values as strings, as they are written', () => {
    expect(parseSearch('?p_code=007&p_id=12345678901234567890&fullscreen')).toEqual({
      p_code: '007',
      p_id: '12345678901234567890',
      fullscreen: '',
    })
  })

  it('repeats the name for each tag (LIST-05)', () => {
    const search = stringifySearch({ page: 2, tags: ['a & b', 'c'], q: undefined })
    expect(search).toBe('?page=2&tags=a+%26+b&tags=c')
    expect(parseSearch(search)).toEqual({ page: '2', tags: ['a & b', 'c'] })
  })
})
