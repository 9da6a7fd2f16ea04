import { describe, expect, it } from 'vitest'
import { cleanTags, selectTag } from './tags.ts'

describe('the tag filter', () => {
  it('selects exactly the clicked tag (LIST-25)', () => {
    expect(selectTag(['finance', 'growth'], 'support', false)).toEqual(['support'])
    expect(selectTag(['finance', 'growth'], 'growth', false)).toEqual(['growth'])
  })

  it('adds or removes a tag when shift is held (LIST-26)', () => {
    expect(selectTag(['finance'], 'growth', true)).toEqual(['finance', 'growth'])
    expect(selectTag(['finance', 'growth'], 'finance', true)).toEqual(['growth'])
  })

  it('clears the selection when its only tag is clicked (LIST-27)', () => {
    expect(selectTag(['finance'], 'finance', false)).toEqual([])
  })
})

describe('the tags of an item', () => {
  it('are trimmed and unique, and blank ones are dropped (CTRL-11)', () => {
    expect(cleanTags([' finance ', 'growth', '', '  ', 'finance'])).toEqual(['finance', 'growth'])
  })
})
