import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { column } from '../samples.ts'
import type { GroupData } from '../visualization.ts'
import { BoxplotOptions, describe as inWords, needs, prepare, shareBetween, ticksBetween } from './prepare.ts'

const options = BoxplotOptions.parse({})
const marks = { ...plainMarks, thousands: ',' }

/** Boxes as the server returns them: low, q1, median, q3, high, values, outliers, and the outliers that are drawn. */
const counted = (boxes: Record<string, number[] | null>, total = 1): GroupData => {
  const columns = Object.keys(boxes).map((name) => column(name, 'float'))
  const asked = needs(options, columns)
  if (asked.kind !== 'groups') throw new Error('A box plot is made of groups.')
  const cells = Object.values(boxes).map((box) => [box === null ? null : JSON.stringify(box)])
  return { kind: 'groups', columns, asked: asked.measures, total, sets: [{ measures: cells }] } as unknown as GroupData
}
const drawn = (data: GroupData) => {
  const prepared = prepare(data, marks)
  if (prepared.kind !== 'boxes') throw new Error(prepared.reason)
  return prepared
}

describe('the needs of a box plot', () => {
  it('are the boxes of all columns, in one group, up to fifty', () => {
    const columns = Array.from({ length: 60 }, (_, index) => column(`c${index}`, 'float'))
    const asked = needs(options, columns)
    expect(asked).toMatchObject({ kind: 'groups', sets: [[]], limit: 1, without: [] })
    expect(asked.kind === 'groups' && asked.measures).toHaveLength(50)
    expect(asked.kind === 'groups' && asked.measures[49]).toEqual({ kind: 'box', column: 'c49' })
  })

  it('are empty for a result without columns', () => {
    expect(needs(options, [])).toEqual({ kind: 'columns', columns: [], extreme: null })
  })
})

describe('the boxes', () => {
  it('are made for numeric columns in their order', () => {
    const { boxes, note } = drawn(counted({ a: [1, 2, 3, 4, 5, 9, 0], word: null, b: [10, 20, 30, 40, 50, 7, 0] }))
    expect(boxes.map(({ name, median }) => [name, median])).toEqual([
      ['a', 3],
      ['b', 30],
    ])
    expect(note).toBeNull()
  })

  it('have an axis from the least to the greatest value, including outliers', () => {
    const values = (data: GroupData) => drawn(data).ticks.map(({ value }) => value)
    expect(values(counted({ a: [2, 3, 4, 5, 6, 9, 0] }))).toEqual([2, 3, 4, 5, 6])
    expect(values(counted({ a: [2, 3, 4, 5, 6, 9, 2, -10, 30] }))).toEqual([-10, 0, 10, 20, 30])
    expect(values(counted({ a: [2, 3, 4, 5, 6, 9, 0], b: [-20, -15, -10, -5, 0, 9, 0] }))).toEqual([-20, -10, 0, 10])
  })

  it('have a note that counts the outliers that are drawn, if these are not all (OPEN-193)', () => {
    expect(drawn(counted({ a: [1, 2, 3, 4, 5, 9, 2, -9, 9] })).note).toBeNull()
    expect(drawn(counted({ a: [1, 2, 3, 4, 5, 9, 1202, -9, 9], b: [1, 2, 3, 4, 5, 9, 35, 8] })).note).toBe(
      '3 of 1,237 outliers are drawn',
    )
  })

  it('are absent without rows or numbers', () => {
    expect(prepare(counted({ a: [1, 2, 3, 4, 5, 9, 0] }, 0), marks)).toEqual({ kind: 'nothing', reason: 'No data' })
    const reason = 'A box plot needs numeric columns.'
    expect(prepare(counted({ a: null }), marks)).toEqual({ kind: 'nothing', reason })
    expect(prepare({ ...counted({ a: null }), sets: [] } as GroupData, marks)).toEqual({ kind: 'nothing', reason })
  })

  it('are described one after the other', () => {
    const { boxes } = drawn(counted({ a: [1, 2, 3, 4, 5000, 9, 0], b: [1, 2, 3.5, 4, 5, 9, 0] }))
    expect(inWords('Delays', boxes, marks)).toBe(
      'Delays. Box plot. a: median 3, half between 2 and 4, whiskers from 1 to 5,000; b: median 3.5, half between 2 and 4, whiskers from 1 to 5.',
    )
  })
})

describe('the axis', () => {
  const texts = (least: number, greatest: number) => ticksBetween(least, greatest, marks).map(({ text }) => text)

  it('has steps of 1, 2, 5 or 10', () => {
    expect(texts(0, 5)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(texts(0, 10)).toEqual(['0', '2', '4', '6', '8', '10'])
    expect(texts(0, 25)).toEqual(['0', '5', '10', '15', '20', '25'])
    expect(texts(0, 5000)).toEqual(['0', '1,000', '2,000', '3,000', '4,000', '5,000'])
  })

  it('surrounds a single value', () => {
    expect(texts(50, 50)).toEqual(['50', '60'])
    expect(texts(0, 0)).toEqual(['0', '0.2'])
  })
})

it('positions a value between two others in proportion to the distance, also for the largest numbers', () => {
  expect([2, 3, 6, 10].map((value) => shareBetween(value, 2, 10))).toEqual([0, 0.125, 0.5, 1])
  expect(shareBetween(0, -Number.MAX_VALUE, Number.MAX_VALUE)).toBe(0.5)
})
