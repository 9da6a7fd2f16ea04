import { describe, expect, it } from 'vitest'
import { excerptOf, nameRank, searchTerm } from './search-term.ts'

const rank = (name: string, typed: string) => nameRank(name, searchTerm(typed))

describe('the rank of a name', () => {
  it('puts the same name first, then its start, starts of words, and parts of words (OPEN-233)', () => {
    expect(rank('Sales', 'sales')).toBe(0)
    expect(rank('Sales per day', 'sales p')).toBe(1)
    expect(rank('Daily sales', 'sal dai')).toBe(2)
    expect(rank('sales_by_day', 'day')).toBe(2)
    expect(rank('Wholesales', 'sales')).toBe(3)
    expect(rank('Wholesales of sales', 'sales')).toBe(2)
    expect(rank('Sales', 'sales day')).toBeNull()
  })
})

describe('a search term', () => {
  it('is read as distinct words in lower case, at most 32 of them (OPEN-233)', () => {
    expect(searchTerm('  Per  DAY\0per ')).toMatchObject({ whole: 'per day per', words: ['per', 'day'] })
    expect(searchTerm(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' ')).words).toHaveLength(32)
    expect(searchTerm('x'.repeat(2000)).whole).toHaveLength(1000)
  })
})

describe('an excerpt', () => {
  it('is the piece of a text around the word, on one line (OPEN-233)', () => {
    const text = `SELECT country, count(*)\nFROM  shop.Orders\nWHERE amount > 100 AND status = 'paid' AND created_at > now() - interval '1 day'`
    const found = excerptOf(text, 'orders')
    expect(found?.text).toMatch(/^….*FROM shop\.Orders WHERE.*…$/)
    expect(found?.text.slice(found.start, found.start + found.length)).toBe('Orders')
  })

  it('prefers the start of a word, and is null without the word (OPEN-233)', () => {
    expect(excerptOf('reorders, orders', 'order')).toEqual({ text: 'reorders, orders', start: 10, length: 5 })
    expect(excerptOf('preorder', 'order')).toEqual({ text: 'preorder', start: 3, length: 5 })
    expect(excerptOf('select 1', 'order')).toBeNull()
  })
})
