import { Binary, Decimal128, Long, MaxKey, ObjectId, Timestamp, UUID } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { flattenAll, plainDocument } from './values.ts'

describe('documents as plain values', () => {
  const id = '65f0c0ffee65f0c0ffee65f0'
  it('converts ids and UUIDs to strings, numbers exactly, and binary values to bytes', () => {
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
        tiny: Decimal128.fromString('1E-10'),
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
      tiny: 1e-10,
      none: Number.NaN,
      endless: Number.NEGATIVE_INFINITY,
      pattern: '/a+/i',
      list: [id, { deep: 5n }],
      text: 'x',
      nothing: null,
    })
    expect(String(plainDocument({ many: Decimal128.fromString('1.2345678901234567890') }).many)).toBe('1.2345678901234567890')
  })

  it('converts types that only MongoDB has to extended JSON', () => {
    expect(plainDocument({ time: new Timestamp({ t: 7, i: 1 }), max: new MaxKey() })).toEqual({
      time: '{"$timestamp":{"t":7,"i":1}}',
      max: '{"$maxKey":1}',
    })
  })

  it('flattens all nested values to columns', () => {
    expect(flattenAll({ a: [{ b: 1 }, 'x'], c: { d: { e: null } }, f: 2 })).toEqual({
      'a.0.b': 1,
      'a.1': 'x',
      'c.d.e': null,
      f: 2,
    })
    expect(flattenAll({})).toEqual({})
  })
})
