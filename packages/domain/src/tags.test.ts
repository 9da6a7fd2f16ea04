import { describe, expect, it } from 'vitest'
import { cleanTags, selectTag } from './tags.ts'

describe('the tag filter', () => {
  it('LIST-25 selects exactly the clicked tag', () => {
    expect(selectTag(['finance', 'growth'], 'support', false)).toEqual(['support'])
    expect(selectTag(['finance', 'growth'], 'growth', false)).toEqual(['growth'])
  })

  it('LIST-26 adds or removes a tag when shift is held', () => {
    expect(selectTag(['finance'], 'growth', true)).toEqual(['finance', 'growth'])
    expect(selectTag(['finance', 'growth'], 'finance', true)).toEqual(['growth'])
  })

  it('LIST-27 clears the selection when its only tag is clicked', () => {
    expect(selectTag(['finance'], 'finance', false)).toEqual([])
  })
})

describe('tags of an item', () => {
  it('CTRL-11 are trimmed and each there once, without blanks', () => {
    expect(cleanTags([' finance ', 'growth', '', '  ', 'finance'])).toEqual(['finance', 'growth'])
  })
})
