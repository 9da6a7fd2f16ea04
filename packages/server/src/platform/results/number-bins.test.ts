import type { GroupsRequest } from '@sightline/contract/result-groups.ts'
import type { Cell, RowFilter } from '@sightline/contract/results.ts'
import { groupRows } from '@sightline/domain/grouping/groups.ts'
import { array, assert, asyncProperty, double, integer, oneof, option, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDouble, asInt32, asText, column, filled, useResultFiles, type WrittenFile } from '../../testing/result-files.ts'

const files = useResultFiles()

const count = { kind: 'count', column: null } as const
type Division = NonNullable<GroupsRequest['bins']>[number]

const counted = (stored: WrittenFile, division: Division, filters: RowFilter[] = []) =>
  files.results.groups(
    stored,
    {
      sets: [[division.column]],
      measures: [count],
      limit: 1000,
      bins: [division],
      order: { by: 'key', index: 0, descending: false },
    },
    filters,
  )

describe('grouping by ranges of numbers', () => {
  it('counts all rows in ranges of a round width, and those without a finite number apart (OPEN-213)', async () => {
    const numbers = [1, 1.5, 4.99, 5, 42, Number.NaN, Number.POSITIVE_INFINITY, null]
    const stored = await files.store([filled(column('n', 'double', 'float'), asDouble, numbers)])
    expect(await counted(stored, { column: 0, count: 10 })).toEqual({
      total: 8,
      sets: [{ total: 4, keys: [[0, 5, 40, null]], measures: [[3, 1, 1, 3]] }],
      bins: [{ start: 0, width: 5, count: 9 }],
    })
  })

  it('divides the range of the rows that pass the filters (OPEN-213)', async () => {
    const stored = await files.store([
      filled(column('n', 'int32', 'integer'), asInt32, [1, 2, 2, 3, 1000]),
      filled(column('name', 'text', 'string'), asText, ['a', 'a', 'a', 'a', 'b']),
    ])
    expect(await counted(stored, { column: 0, count: 20 }, [{ column: 1, one_of: ['a'] }])).toMatchObject({
      sets: [{ keys: [[1, 2, 3]], measures: [[1, 2, 1]] }],
      bins: [{ start: 1, width: 1, count: 3 }],
    })
    expect(await counted(stored, { column: 0, count: 20 }, [{ column: 1, one_of: ['c'] }])).toMatchObject({
      sets: [{ total: 0 }],
      bins: [{ count: 0 }],
    })
  })

  it('gives numbers outside of the limits the keys beside the ranges (OPEN-213)', async () => {
    const stored = await files.store([filled(column('n', 'double', 'float'), asDouble, [-7, 0, 9.5, 10, 11])])
    expect(await counted(stored, { column: 0, count: 10, from: 0, below: 10 })).toMatchObject({
      sets: [{ keys: [[-1, 0, 9, 10]], measures: [[1, 1, 1, 2]] }],
      bins: [{ start: 0, width: 1, count: 10 }],
    })
  })

  it('counts rows without a number apart also beside the largest numbers (OPEN-213)', async () => {
    const stored = await files.store([filled(column('n', 'double', 'float'), asDouble, [5e307, -Number.MAX_VALUE, null])])
    expect((await counted(stored, { column: 0, count: 1 })).sets).toMatchObject([{ keys: [[-Number.MAX_VALUE, 0, null]] }])
  })

  it('reads numbers in texts, and is refused for columns without numbers (OPEN-213)', async () => {
    const stored = await files.store([
      filled(column('amount', 'text', null), asText, ['1,200.5', '7', 'none']),
      filled(column('day', 'date', 'date'), asInt32, [1, 2, 3]),
    ])
    expect((await counted(stored, { column: 0, count: 5 })).sets).toMatchObject([{ keys: [[0, 1000, null]] }])
    await expect(counted(stored, { column: 1, count: 5 })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { reason: 'Column "day" has no numbers to divide into ranges.' },
    })
  })

  it('has the same ranges and counts as in the browser, for any numbers and limits (OPEN-213)', async () => {
    const number = oneof(
      double({ noNaN: true, noDefaultInfinity: true }),
      double({ min: -1, max: 1, noNaN: true }),
      integer({ min: -300, max: 300 }).map((cents) => cents / 100),
    )
    const limits = record({ from: option(integer({ min: -3, max: 0 })), below: option(integer({ min: 1, max: 3 })) })
    await assert(
      asyncProperty(
        array(option(number), { maxLength: 30 }),
        integer({ min: 1, max: 100 }),
        limits,
        async (cells, wanted, at) => {
          const stored = await files.store([filled(column('n', 'double', 'float'), asDouble, cells)])
          const division = {
            column: 0,
            count: wanted,
            ...(at.from === null ? {} : { from: at.from }),
            ...(at.below === null ? {} : { below: at.below }),
          }
          const ask = { sets: [[0]], measures: [count], limit: 1000, bins: [division] }
          const shown: Cell[][] = [cells]
          expect(await files.results.groups(stored, ask, [])).toEqual(groupRows(shown, cells.length, ask, ['float']))
        },
      ),
      { numRuns: 150 },
    )
  })
})
