import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import { mappedResult, rowsIn } from './response-rows.ts'

describe('the hits of a response', () => {
  it('are rows of their flattened source, with lists of one element unwrapped', () => {
    const hits = { hits: [{ _source: { a: { b: [1], c: [1, 2] } } }, 'x', { fields: { d: ['y'] } }, { _id: 1 }] }
    expect(rowsIn({ hits })).toEqual([{ 'a.b': 1, 'a.c': [1, 2] }, { d: 'y' }, {}])
    expect(rowsIn({ hits: { hits: [{ _source: { a: { b: { c: 1 } } } }] } })).toEqual([{ 'a.b.c': 1 }])
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
            { key: 'NO', doc_count: 3, year: { buckets: { first: { doc_count: 1 }, second: { doc_count: 2 }, third: 7 } } },
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
    expect(rowsIn({ aggregations: { prices } })).toStrictEqual([
      { prices: 'cheap', 'prices.doc_count': 2, 'prices.to': 100 },
      { prices: 'others', 'prices.doc_count': 3, 'prices.from': 100 },
    ])
  })

  it('have a count and more where they are single buckets, inside of each other or around lists', () => {
    const filters = { late: { doc_count: 3, far: { doc_count: 2 } } }
    expect(rowsIn({ aggregations: filters })).toEqual([{ 'late.doc_count': 3, 'far.doc_count': 2 }])
    const nested = { resellers: { doc_count: 5, names: { buckets: [{ key: 'a', doc_count: 2 }] } } }
    expect(rowsIn({ aggregations: nested })).toEqual([{ 'resellers.doc_count': 5, names: 'a', 'names.doc_count': 2 }])
  })

  it('are metrics with all their parts where they have a count of their own, or only look like a bucket', () => {
    const fields = [{ name: 'income' }, { name: 'poverty' }]
    expect(rowsIn({ aggregations: { statistics: { doc_count: 50, fields } } })).toEqual([
      { 'statistics.doc_count': 50, 'statistics.fields': fields },
    ])
    expect(rowsIn({ aggregations: { late: { meta: { color: 'blue' }, doc_count: 3 } } })).toEqual([
      { 'late.meta.color': 'blue', 'late.doc_count': 3 },
    ])
    expect(rowsIn({ aggregations: { scripted: { value: { value: 3 } } } })).toEqual([{ 'scripted.value.value': 3 }])
    expect(rowsIn({ aggregations: { grades: { count: 2, std_deviation_bounds: { upper: 5 } } } })).toEqual([
      { 'grades.count': 2, 'grades.std_deviation_bounds.upper': 5 },
    ])
  })
})

describe('the columns of a response', () => {
  const column = (name: string, type: string) => ({ name, type })

  it('have the types of the first index that maps them', async () => {
    const mapped = ['integer', 'long', 'float', 'double', 'boolean', 'string', 'text', 'keyword', 'date', 'ip'].map((type) =>
      column(`a ${type}`, type),
    )
    const row = Object.fromEntries([...mapped.map(({ name }) => [name, null]), ['unmapped', 1]])
    const indexes = [
      { name: 'first', columns: mapped },
      { name: 'second', columns: [column('a long', 'text')] },
    ]
    const { columns } = await mappedResult([row], indexes, null)
    expect(columns.map(({ sourceType, type }) => [sourceType, type])).toEqual([
      ['integer', 'integer'],
      ['long', 'integer'],
      ['float', 'float'],
      ['double', 'float'],
      ['boolean', 'boolean'],
      ['string', 'string'],
      ['text', 'string'],
      ['keyword', 'string'],
      ['date', 'datetime'],
      // Other types follow from the values; the field `ip` has none, the unmapped field has a number.
      ['ip', null],
      ['', 'integer'],
    ])
  })

  it('are those that the query names, in its order, with dates in the format of the index', async () => {
    const rows = [{ at: '29/02/2024', n: 1, other: true }]
    const result = await mappedResult(rows, [{ name: 'first', columns: [column('at', 'date')] }], ['n', 'at', 'none'])
    expect(result.columns.map(({ name }) => name)).toEqual(['n', 'at', 'none'])
    expect(await rowsOf(result)).toEqual([[1n, '29/02/2024', null]])
  })
})
