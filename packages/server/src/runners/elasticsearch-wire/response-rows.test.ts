import { describe, expect, it } from 'vitest'
import { rowsIn } from './response-rows.ts'

describe('the hits of a response', () => {
  it('are rows of their flattened source, with lists of one element unwrapped', () => {
    const hits = { hits: [{ _source: { a: { b: [1], c: [1, 2] } } }, 'x', { fields: { d: ['y'] } }, { _id: 1 }] }
    expect(rowsIn({ hits })).toEqual([{ 'a.b': 1, 'a.c': [1, 2] }, { d: 'y' }, {}])
    expect(rowsIn({ hits: { hits: [{ _source: { a: 1 }, fields: { a: [2] } }] } })).toEqual([{ a: 1 }])
  })

  it('are none where there is no list of them', () => {
    expect([rowsIn({}), rowsIn({ hits: [] }), rowsIn({ hits: { hits: {} } }), rowsIn({ aggregations: [] })]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

describe('the aggregations of a response', () => {
  it('are one row of metrics, which take precedence over hits', () => {
    expect(rowsIn({ aggregations: { total: { value: 5 }, bad: 7 }, hits: { hits: [{ _source: { a: 1 } }] } })).toEqual([
      { 'total.value': 5 },
    ])
  })

  it('are a row for each innermost bucket, in lists and in objects', () => {
    const rows = rowsIn({
      aggregations: {
        all: { value: 9 },
        country: {
          buckets: [
            { key: 'NO', doc_count: 3, year: { buckets: { first: { doc_count: 1 }, second: { doc_count: 2 } } } },
            { key: 1, key_as_string: '2024', doc_count: 4, year: { buckets: {} } },
            'x',
          ],
        },
      },
    })
    expect(rows).toHaveLength(2)
    expect(rows?.[0]).toEqual({ 'all.value': 9, country: 'NO', 'country.doc_count': 3, year: 'first', 'year.doc_count': 1 })
    expect(rows?.[1]).toEqual({ 'all.value': 9, country: 'NO', 'country.doc_count': 3, year: 'second', 'year.doc_count': 2 })
  })

  it('are none for an empty list of buckets', () => {
    expect(rowsIn({ aggregations: { country: { buckets: [] } } })).toEqual([])
    expect(rowsIn({ aggregations: {} })).toEqual([{}])
  })

  it('are flattened where they are next to a count', () => {
    const [row] = rowsIn({ aggregations: { late: { doc_count: 3, delay: { value: 7 } } } }) ?? []
    expect(row).toEqual({ 'late.doc_count': 3, 'delay.value': 7 })
  })

  it('have each part of a composite key in one column', () => {
    const key = { date: 1494201600000, product: 'rocky' }
    const buckets = [{ key, doc_count: 2, price: { value: 9.5 } }]
    expect(rowsIn({ aggregations: { sales: { after_key: key, buckets } } })).toEqual([
      { 'sales.date': 1494201600000, 'sales.product': 'rocky', 'sales.doc_count': 2, 'price.value': 9.5 },
    ])
  })

  it('have a key of several terms as text, and ranges with their ends', () => {
    const genres = { buckets: [{ key: ['rock', 'A'], key_as_string: 'rock|A', doc_count: 1 }] }
    expect(rowsIn({ aggregations: { genres } })).toEqual([{ genres: 'rock|A', 'genres.doc_count': 1 }])
    const prices = { buckets: { cheap: { to: 100, doc_count: 2 }, others: { from: 100, doc_count: 3 } } }
    expect(rowsIn({ aggregations: { prices } })).toEqual([
      { prices: 'cheap', 'prices.doc_count': 2, 'prices.to': 100 },
      { prices: 'others', 'prices.doc_count': 3, 'prices.from': 100 },
    ])
  })
})
