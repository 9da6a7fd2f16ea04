import type { GroupsRequest } from '@sightline/contract/result-groups.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { groupRows } from '@sightline/domain/grouping/groups.ts'
import { array, assert, asyncProperty, constantFrom, integer, option, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDigits, asDouble, asInt32, asInt64, asText, column, filled, useResultFiles } from '../../testing/result-files.ts'

const files = useResultFiles()

const ALL_KINDS = ['unique', 'list', 'sum', 'avg', 'median', 'variance', 'min', 'max', 'first', 'last', 'box'] as const

describe('grouping rows', () => {
  it('groups by texts, numbers and dates, with a group for empty cells', async () => {
    const stored = await files.store([
      filled(column('day', 'date'), asInt32, [19_844, 19_845, 19_844, null]),
      filled(column('amount', 'text'), asText, ['1,200.5', '7', 'none', null]),
      filled(column('n', 'double'), asDouble, [1, Number.NaN, 3, 4]),
    ])
    const ask: GroupsRequest = {
      sets: [[0], []],
      measures: [
        { kind: 'count', column: null },
        { kind: 'sum', column: 1 },
        { kind: 'max', column: 0 },
        { kind: 'last', column: 2 },
      ],
      limit: 10,
    }
    expect(await files.results.groups(stored, ask, [])).toEqual({
      total: 4,
      sets: [
        {
          total: 3,
          keys: [['2024-05-01', '2024-05-02', null]],
          measures: [
            [2, 1, 1],
            [1200.5, 7, null],
            ['2024-05-01', '2024-05-02', null],
            [3, null, 4],
          ],
        },
        { total: 1, keys: [], measures: [[4], [1207.5], ['2024-05-02'], [4]] },
      ],
    })
  })

  it('groups only the rows that pass the filters, and returns at most as many groups as requested', async () => {
    const stored = await files.store([filled(column('s', 'text'), asText, ['a', 'b', 'b', 'c', null])])
    const ask: GroupsRequest = { sets: [[0]], measures: [{ kind: 'count', column: null }], limit: 1 }
    const { sets } = await files.results.groups(stored, ask, [{ column: 0, none_of: ['a', null] }])
    expect(sets).toEqual([{ total: 2, keys: [['b']], measures: [[2]] }])
  })

  it('groups only the rows that contain a text (TABLE-47)', async () => {
    const stored = await files.store([
      filled(column('s', 'text'), asText, ['Ada', 'adam', 'bob', null]),
      filled(column('n', 'double'), asDouble, [1, 2, 4, 8]),
    ])
    const ask: GroupsRequest = { sets: [[]], measures: [{ kind: 'sum', column: 1 }], limit: 1 }
    const sumOf = async (searchColumns: number[] | null, search = 'ADA') =>
      (await files.results.groups(stored, ask, [{ column: 1, max: 4 }], { search, searchColumns })).sets[0]?.measures
    expect(await sumOf(null)).toEqual([[3]])
    expect(await sumOf([1])).toEqual([[null]])
    expect(await sumOf(null, '')).toEqual([[7]])
  })

  it('adds up whole numbers and decimals without rounding, and counts cells with a value (TABLE-47)', async () => {
    const large = 9_007_199_254_740_993n
    const stored = await files.store([
      filled(column('whole', 'int64'), asInt64, [large, large, null]),
      filled(column('small', 'int32'), asInt32, [1, 2, 3]),
      filled(column('money', { kind: 'decimal', precision: 20, scale: 2 }), asDigits, ['90071992547409.93', '0.01', null]),
      filled(column('long', { kind: 'decimal', precision: 38, scale: 0 }), asDigits, ['9'.repeat(38), '9'.repeat(38), '1']),
      filled(column('real', 'double'), asDouble, [0.1, 0.2, Number.NaN]),
      filled(column('text', 'text'), asText, ['1', 'x', null]),
    ])
    const all = [0, 1, 2, 3, 4, 5]
    const measure = async (kind: 'exact_sum' | 'filled') => {
      const ask: GroupsRequest = { sets: [[]], measures: all.map((column) => ({ kind, column })), limit: 1 }
      return (await files.results.groups(stored, ask, [])).sets[0]?.measures.flat()
    }
    expect(await measure('exact_sum')).toEqual(['18014398509481986', 6, '90071992547409.94', 2e38, 0.30000000000000004, 1])
    expect(await measure('filled')).toEqual([2, 3, 2, 3, 2, 2])
    const none: GroupsRequest = { sets: [[]], measures: [{ kind: 'exact_sum', column: 0 }], limit: 1 }
    expect((await files.results.groups(stored, none, [{ column: 1, min: 9 }])).sets[0]?.measures).toEqual([[null]])
  })

  it('sorts the lines of a pivot table by a measure of one of their groups, with the limit after the order (OPEN-453)', async () => {
    const stored = await files.store([
      filled(column('shop', 'text'), asText, ['a', 'a', 'b', 'b', 'c', 'd', 'd']),
      filled(column('year', 'int32'), asInt32, [2023, 2024, 2023, 2024, 2023, 2024, null]),
      filled(column('sold', 'double'), asDouble, [9, 1, 1, 5, 7, 3, 2]),
    ])
    const linesBy = async (value: Cell, descending: boolean, limit = 100) => {
      const ask: GroupsRequest = {
        sets: [[0, 1]],
        measures: [{ kind: 'sum', column: 2 }],
        limit,
        order: [{ by: 'measure', index: 0, descending, across: { index: 1, value } }],
      }
      const [set] = (await files.results.groups(stored, ask, [])).sets
      return set?.keys[0]?.join('')
    }
    expect(await linesBy(2024, true)).toBe('bbddaac')
    expect(await linesBy(2024, false)).toBe('aaddbbc')
    expect(await linesBy(null, true)).toBe('ddaabbc')
    expect(await linesBy(2024, true, 3)).toBe('bbd')
  })

  it('returns the same groups that the browser computes from the same rows', async () => {
    const rows = array(
      record({
        s: option(constantFrom('x', 'y', 'Z', 'ä')),
        i: option(integer({ min: -5, max: 5 })),
        n: option(integer({ min: -1000, max: 1000 })),
      }),
      { maxLength: 40 },
    )
    await assert(
      asyncProperty(rows, async (some) => {
        const cells: Cell[][] = [
          some.map(({ s }) => s),
          some.map(({ i }) => i),
          some.map(({ n }) => (n === null ? null : n / 4)),
        ]
        const stored = await files.store([
          filled(
            column('s', 'text'),
            asText,
            some.map(({ s }) => s),
          ),
          filled(
            column('i', 'int32'),
            asInt32,
            some.map(({ i }) => i),
          ),
          filled(
            column('n', 'double'),
            asDouble,
            some.map(({ n }) => (n === null ? null : n / 4)),
          ),
        ])
        for (const kinds of [ALL_KINDS.slice(0, 5), ALL_KINDS.slice(5)]) {
          const measures = [
            { kind: 'count' as const, column: null },
            { kind: 'row' as const, column: null },
            ...kinds.map((kind) => ({ kind, column: kind === 'list' ? 0 : 2 })),
          ]
          const ask = { sets: [[0, 1], [0], []], measures, limit: 100 }
          expect(rounded(await files.results.groups(stored, ask, []))).toEqual(rounded(groupRows(cells, some.length, ask)))
        }
      }),
      { numRuns: 25 },
    )
  })
})

/** Rounds numbers: sums differ in their last digits by the order of addition, and texts of box plots by number format. */
const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part) => {
      if (typeof part === 'string' && part.startsWith('[')) return rounded(JSON.parse(part))
      return typeof part === 'number' ? Number(part.toFixed(6)) : part
    }),
  )
