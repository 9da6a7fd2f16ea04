import { Binary, Decimal128, Long, MaxKey, ObjectId, Timestamp, UUID } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { humanTime } from './human-time.ts'
import { flattenAll, plainDocument } from './values.ts'

describe('a time as people say it', () => {
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
  ])('%s', (said, time) => {
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
    '03/02/2024',
  ])('is none of these: %s', (said) => {
    expect(humanTime(said, now)).toBeUndefined()
  })
})

describe('a document as plain values', () => {
  const id = '65f0c0ffee65f0c0ffee65f0'
  it('has texts for ids and UUIDs, numbers with all digits, and bytes', () => {
    const uuid = new UUID('550e8400-e29b-41d4-a716-446655440000')
    expect(
      plainDocument({
        _id: new ObjectId(id),
        uuid,
        stored: new Binary(uuid.buffer, Binary.SUBTYPE_UUID),
        bytes: new Binary(Buffer.from([1, 2])),
        long: Long.fromString('9007199254740993'),
        decimal: Decimal128.fromString('1.5'),
        negative: Decimal128.fromString('-2E+3'),
        none: Decimal128.fromString('NaN'),
        endless: Decimal128.fromString('-Infinity'),
        pattern: /a+/i,
        list: [new ObjectId(id), { deep: Long.fromNumber(5) }],
        text: 'x',
        nothing: null,
      }),
    ).toEqual({
      _id: id,
      uuid: '550e8400-e29b-41d4-a716-446655440000',
      stored: '550e8400-e29b-41d4-a716-446655440000',
      bytes: expect.objectContaining({ 0: 1, 1: 2 }),
      long: 9007199254740993n,
      decimal: 1.5,
      negative: -2000,
      none: Number.NaN,
      endless: Number.NEGATIVE_INFINITY,
      pattern: '/a+/i',
      list: [id, { deep: 5n }],
      text: 'x',
      nothing: null,
    })
    expect(String(plainDocument({ many: Decimal128.fromString('1.2345678901234567890') }).many)).toBe('1.2345678901234567890')
  })

  it('shows what MongoDB alone has as its extended JSON', () => {
    expect(plainDocument({ time: new Timestamp({ t: 7, i: 1 }), max: new MaxKey() })).toEqual({
      time: '{"$timestamp":{"t":7,"i":1}}',
      max: '{"$maxKey":1}',
    })
  })

  it('is flattened into a column for everything inside', () => {
    expect(flattenAll({ a: [{ b: 1 }, 'x'], c: { d: { e: null } }, f: 2 })).toEqual({
      'a.0.b': 1,
      'a.1': 'x',
      'c.d.e': null,
      f: 2,
    })
    expect(flattenAll({})).toEqual({})
  })
})
