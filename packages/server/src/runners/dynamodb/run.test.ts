import { expect, it } from 'vitest'
import { plainItem } from './run.ts'

it('reads each value of an item by its type', () => {
  expect(
    plainItem({
      nothing: { NULL: true },
      number: { N: '1.5' },
      large: { N: '9007199254740993' },
      text: { S: 'x' },
      flag: { BOOL: false },
      bytes: { B: 'AQI=' },
      texts: { SS: ['a', 'b'] },
      numbers: { NS: ['1', '2'] },
      blobs: { BS: ['AQ=='] },
      list: { L: [{ N: '1' }, { S: 'y' }] },
      map: { M: { inner: { NULL: true } } },
    }),
  ).toEqual({
    nothing: null,
    number: 1.5,
    large: 9007199254740993n,
    text: 'x',
    flag: false,
    bytes: Buffer.from([1, 2]),
    texts: ['a', 'b'],
    numbers: [1, 2],
    blobs: [Buffer.from([1])],
    list: [1, 'y'],
    map: { inner: null },
  })
})

it('reads malformed values as null', () => {
  expect(plainItem({ a: 'x', b: {}, c: { L: 'x' }, d: { M: [1] }, e: { NS: null } })).toEqual({
    a: undefined,
    b: undefined,
    c: [],
    d: {},
    e: [],
  })
})
