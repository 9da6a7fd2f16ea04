import { describe, expect, it } from 'vitest'
import { markedPieces, piecesOf } from './marked-pieces.ts'
import { searchedText } from './use-search.ts'

const marked = (name: string, ...words: string[]) =>
  markedPieces(name, words)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')

describe('what matched', () => {
  it('is marked once for each word in a name, ignoring case (OPEN-233)', () => {
    expect(marked('Sales per day of sales', 'day', 'sales')).toBe('[Sales] per [day] of sales')
    expect(marked('Sales', 'sal', 'ales')).toBe('[Sales]')
    expect(marked('Sales', 'x')).toBe('Sales')
    expect(marked('', 'x')).toBe('')
  })

  it('is marked in the piece of a text that the server sends (OPEN-233)', () => {
    expect(piecesOf('from orders', 5, 6)).toEqual([
      { text: 'from ', isMarked: false },
      { text: 'orders', isMarked: true },
    ])
  })
})

describe('a search without hits', () => {
  it('says what was searched (OPEN-233)', () => {
    expect(searchedText(['query', 'table'])).toBe('Searched: pages, actions, queries, tables of your data sources.')
  })
})
