import { describe, expect, it } from 'vitest'
import { readSearch } from './lists.ts'

const words = (term: string) => {
  const search = readSearch(term, false)
  return search?.by === 'words' ? search.words : null
}
const pieces = (term: string) => {
  const search = readSearch(term, true)
  return search?.by === 'substrings' ? search.substrings.map(({ field, text }) => [field, text]) : null
}

describe('a search by words', () => {
  it.each([
    ['sales by day', ['sales', 'by', 'day']],
    ['sales_by_day shop.orders', ['sales', 'by', 'day', 'shop', 'orders']],
    ['  twice twice ', ['twice']],
    [`it's & !a | (b):*\\ "c" <-> \`d\``, ['it', 's', 'a', 'b', 'c', 'd']],
    ['Größe 日本語 🎉', ['Größe', '日本語', '🎉']],
    ['a\0b', ['a', 'b']],
    ["' & : * ( ! \\", []],
  ])('parses %j', (term, expected) => {
    expect(words(term)).toEqual(expected)
  })

  it('is null for an empty term', () => {
    expect(readSearch(' ', false)).toBeNull()
    expect(readSearch('', true)).toBeNull()
  })

  it('stays within what the database accepts', () => {
    const many = Array.from({ length: 5000 }, (_, i) => `w${i}`).join(' ')
    expect(words(many)).toHaveLength(32)
    expect(words('🎉'.repeat(3000))).toEqual(['🎉'.repeat(250)])
  })
})

describe('a search for substrings', () => {
  it.each([
    [
      '日本 売上',
      [
        [null, '日本'],
        [null, '売上'],
      ],
    ],
    [
      '"per day" total',
      [
        [null, 'per day'],
        [null, 'total'],
      ],
    ],
    [
      'name:"per day" id:17',
      [
        ['name', 'per day'],
        ['id', '17'],
      ],
    ],
    [
      '"query:from orders" Description:x',
      [
        ['query', 'from orders'],
        ['description', 'x'],
      ],
    ],
    [
      'other:x a"b',
      [
        [null, 'other:x'],
        [null, 'ab'],
      ],
    ],
    ['name: "" "', []],
  ])('parses %j', (term, expected) => {
    expect(pieces(term)).toEqual(expected)
  })
})
