import { ObjectId } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { humanTime, mongoQuery } from './query.ts'

const now = new Date('2024-03-31T12:30:00Z')
const read = (query: Record<string, unknown>) => mongoQuery(JSON.stringify({ collection: 'orders', ...query }), now)

describe('the query language of MongoDB', () => {
  it('supports extended JSON, lists of ids, dates in strings and human-readable times', () => {
    const id = '507f1f77bcf86cd799439011'
    const { query } = read({
      query: {
        _id: { $oid: id },
        ids: { $in: { $oids: [id] } },
        at: { $gte: { $date: '2024-01-01T00:00:00Z' }, $lt: 'ISODate("2024-02-01")' },
        placed: { $gte: { $humanTime: '3 days ago' } },
        name: { $regex: '^A', $options: 'i' },
        $or: [{ n: 1 }, { n: { $numberLong: '2' } }, { at: 'ISODate("2024-02-01")' }],
      },
    })
    expect(query).toMatchObject({
      _id: new ObjectId(id),
      ids: { $in: [new ObjectId(id)] },
      at: { $gte: new Date('2024-01-01'), $lt: new Date('2024-02-01') },
      placed: { $gte: new Date('2024-03-28T12:30:00Z') },
      name: expect.anything(),
      $or: [{ n: 1 }, { n: expect.anything() }, { at: new Date('2024-02-01') }],
    })
  })

  it('sorts in the written order, also in stages', () => {
    const sort = [{ name: 'b', direction: -1 }, ['a', 1]]
    expect(Object.entries(read({ sort }).sort ?? {})).toEqual([
      ['b', -1],
      ['a', 1],
    ])
    expect(read({ aggregate: [{ $match: {} }, { $sort: sort }] }).aggregate).toEqual([
      { $match: {} },
      { $sort: { b: -1, a: 1 } },
    ])
    expect(read({ query: {}, aggregate: [{ $match: {} }] }).aggregate).toBeUndefined()
  })

  it.each(['$out', '$merge'])('refuses the stage %s, which writes', (stage) => {
    expect(() => read({ aggregate: [{ $match: {} }, { [stage]: 'elsewhere' }] })).toThrow(
      `Data sources are only read, and ${stage} writes.`,
    )
  })

  it.each([
    ['$lookup', { $lookup: { from: 'a', as: 'b', pipeline: [{ $match: {} }, { $out: 'elsewhere' }] } }],
    ['$facet', { $facet: { one: [{ $count: 'n' }], two: [{ $merge: { into: 'elsewhere' } }] } }],
    ['$unionWith', { $unionWith: { coll: 'a', pipeline: [{ $lookup: { pipeline: [{ $out: 'elsewhere' }] } }] } }],
    ['two operators in one stage', { $match: {}, $out: 'elsewhere' }],
    ['$graphLookup', { $graphLookup: { restrictSearchWithMatch: { $merge: 'elsewhere' } } }],
  ])('refuses a stage that writes inside of %s', (_, stage) => {
    expect(() => read({ aggregate: [stage, { $limit: 1 }] })).toThrow(
      /^Data sources are only read, and \$(out|merge) writes\.$/,
    )
  })

  it('allows the names of writing stages as values', () => {
    const stage = { $match: { name: '$out', merge: { $exists: true }, 'a.$out': 1 } }
    expect(read({ aggregate: [stage] }).aggregate).toEqual([stage])
  })

  it('takes an order that is an object as it is written', () => {
    expect(Object.entries(read({ sort: { b: -1, a: 1 } }).sort ?? {})).toEqual([
      ['b', -1],
      ['a', 1],
    ])
    expect(read({ sort: ['a'].map((name) => ({ name })) }).sort).toEqual({ a: 1 })
  })

  it('counts where the query asks for it', () => {
    expect([read({ count: true }).isCount, read({}).isCount]).toEqual([true, false])
  })

  it('says what is wrong', () => {
    expect(() => mongoQuery('{"collection": ', now)).toThrow(/^Invalid JSON format\. /)
    expect(() => mongoQuery('{"query": {}}', now)).toThrow("'collection' must have a value to run a query")
    expect(() => read({ limit: 'all' })).toThrow(/^'limit' is not as it should be/)
    expect(() => read({ aggregate: [{}, 'x'] })).toThrow(/^'aggregate\.1' is not as it should be: .+\.$/)
    expect(() => read({ query: { _id: { $oid: 'x' } } })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^Invalid JSON format\. ./), cause: expect.any(Error) }),
    )
    expect(() => read({ aggregate: [{ $sort: 'a' }] })).toThrow("'sort' should be a list of fields.")
    expect(() => read({ sort: ['a'] })).toThrow("'sort' should be a list of objects with 'name' and 'direction'.")
    expect(() => read({ query: { at: { $humanTime: 'soon' } } })).toThrow('"soon" is not a time.')
    expect(() => read({ query: { a: { $oids: ['x'] } } })).toThrow('"x" is not the id of an object.')
    expect(() => read({ sort: [{ direction: 1 }] })).toThrow("'sort' should be a list of objects with 'name' and 'direction'.")
  })

  it.each([
    ['now', '2024-03-31T12:30:00Z'],
    ['Yesterday', '2024-03-30T00:00:00Z'],
    ['tomorrow', '2024-04-01T00:00:00Z'],
    ['an hour ago', '2024-03-31T11:30:00Z'],
    ['1 month ago', '2024-02-29T12:30:00Z'],
    ['2 weeks ago', '2024-03-17T12:30:00Z'],
    ['in 2 years', '2026-03-31T12:30:00Z'],
    ['2024-01-02', '2024-01-02T00:00:00Z'],
  ])('reads %s', (said, time) => {
    expect(humanTime(said, now)).toEqual(new Date(time))
  })
})

describe('a human-readable time', () => {
  const now = new Date('2024-03-31T12:34:56.789Z')
  it.each([
    ['now', '2024-03-31T12:34:56.789Z'],
    ['Today', '2024-03-31T00:00:00.000Z'],
    [' yesterday ', '2024-03-30T00:00:00.000Z'],
    ['tomorrow', '2024-04-01T00:00:00.000Z'],
    ['10 seconds ago', '2024-03-31T12:34:46.789Z'],
    ['a minute ago', '2024-03-31T12:33:56.789Z'],
    ['an hour ago', '2024-03-31T11:34:56.789Z'],
    ['in 2 hours', '2024-03-31T14:34:56.789Z'],
    ['3 days ago', '2024-03-28T12:34:56.789Z'],
    ['in a week', '2024-04-07T12:34:56.789Z'],
    ['1 month ago', '2024-02-29T12:34:56.789Z'],
    ['13 months ago', '2023-02-28T12:34:56.789Z'],
    ['in 1 month', '2024-04-30T12:34:56.789Z'],
    ['in 9 months', '2024-12-31T12:34:56.789Z'],
    ['2 years ago', '2022-03-31T12:34:56.789Z'],
    ['2024-02-03', '2024-02-03T00:00:00.000Z'],
    ['2024-02-03T04:05:06Z', '2024-02-03T04:05:06.000Z'],
  ])('is recognized: %s', (said, time) => {
    expect(humanTime(said, now)?.toISOString()).toBe(time)
    expect(now.toISOString()).toBe('2024-03-31T12:34:56.789Z')
  })

  it.each([
    '',
    'soon',
    '3 days',
    'in 3 days ago',
    'days ago',
    'in a while',
    '2024-13-01',
    '1',
    'constructor',
    'x 3 days ago',
    'about 2024-01-02',
    '03/02/2024',
  ])('is not recognized: %s', (said) => {
    expect(humanTime(said, now)).toBeUndefined()
  })
})
