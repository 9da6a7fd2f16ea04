import type { RowFilter } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import {
  asBoolean,
  asDigits,
  asDouble,
  asInt32,
  asInt64,
  asText,
  column,
  everything,
  type Filled,
  filled,
  useResultFiles,
} from '../../testing/result-files.ts'

const files = useResultFiles()

describe('filters', () => {
  const shown = async (columns: Filled[], filters: RowFilter[]) => {
    const stored = await files.store([...columns, rowNumbers(columns[0]?.rowCount ?? 0)])
    const { total, rows } = await files.results.window(stored, { ...everything, filters })
    expect(total).toBe(rows.length)
    return rows.map((row) => row.at(-1))
  }
  const rowNumbers = (count: number) =>
    filled(
      column('row', 'int32'),
      asInt32,
      Array.from({ length: count }, (_, row) => row),
    )

  const kinds: { name: string; filled: Filled; cases: [Omit<RowFilter, 'column'>, number[]][] }[] = [
    {
      name: 'boolean',
      filled: filled(column('b', 'boolean', 'boolean'), asBoolean, [true, false, null]),
      cases: [
        [{ one_of: [true] }, [0]],
        [{ one_of: [false, null] }, [1, 2]],
        [{ none_of: [true] }, [1, 2]],
        [{ none_of: [true, null] }, [1]],
        [{ is_null: true }, [2]],
        [{ is_null: false }, [0, 1]],
        [{ contains: 'RU' }, [0]],
      ],
    },
    {
      name: 'int32',
      filled: filled(column('i', 'int32', 'integer'), asInt32, [-5, 0, 7, null]),
      cases: [
        [{ one_of: [7, '-5', 1.5, '99999999999999999999'] }, [0, 2]],
        [{ none_of: [7, 1.5] }, [0, 1, 3]],
        [{ min: -4.5 }, [1, 2]],
        [{ max: '0.5' }, [0, 1]],
        [{ min: 0, max: 6 }, [1]],
        [{ min: '-1e30' }, [0, 1, 2]],
        [{ max: '1e30' }, [0, 1, 2]],
        [{ min: '1e30' }, []],
        [{ max: '-1e30' }, []],
        [{ below: 7 }, [0, 1]],
        [{ below: '6.5' }, [0, 1]],
        [{ below: '1e30' }, [0, 1, 2]],
        [{ below: '-1e30' }, []],
        [{ contains: '7' }, [2]],
      ],
    },
    {
      name: 'int64 beyond what a number holds',
      filled: filled(column('l', 'int64', 'integer'), asInt64, [2n ** 53n, 2n ** 53n + 1n, null]),
      cases: [
        [{ one_of: ['9007199254740993'] }, [1]],
        [{ min: '9007199254740993' }, [1]],
        [{ max: '9007199254740992' }, [0]],
        [{ below: '9007199254740993' }, [0]],
      ],
    },
    {
      name: 'double, where no number is no value',
      filled: filled(column('d', 'double', 'float'), asDouble, [0.1, Number.NaN, Number.POSITIVE_INFINITY, -2, null]),
      cases: [
        [{ one_of: [0.1] }, [0]],
        [{ one_of: [null] }, [1, 2, 4]],
        [{ is_null: false }, [0, 3]],
        [{ min: 0 }, [0]],
        [{ max: 1e9 }, [0, 3]],
        [{ below: 0.1 }, [3]],
      ],
    },
    {
      name: 'decimal, digit by digit',
      filled: filled(column('p', { kind: 'decimal', precision: 38, scale: 2 }, 'float'), asDigits, [
        '1.10',
        '-1.10',
        '999999999999999999999999999999999999.99',
        null,
      ]),
      cases: [
        [{ one_of: [1.1, '1.101'] }, [0]],
        [{ one_of: ['999999999999999999999999999999999999.99'] }, [2]],
        [{ min: '1.101' }, [2]],
        [{ min: '-1.101', max: '1.101' }, [0, 1]],
        [{ below: '1.10' }, [1]],
        [{ below: '1.101' }, [0, 1]],
        [{ max: '1e60' }, [0, 1, 2]],
        [{ min: '1e60' }, []],
      ],
    },
    {
      name: 'digits of free width',
      filled: filled(column('n', 'number_text', 'float'), asDigits, ['0.10', '12345678901234567890', 'NaN', null]),
      cases: [
        [{ one_of: [0.1] }, [0]],
        [{ one_of: ['12345678901234567890'] }, [1]],
        [{ one_of: [null] }, [2, 3]],
        [{ min: 1 }, [1]],
        [{ max: 1 }, [0]],
      ],
    },
    {
      name: 'date',
      filled: filled(column('t', 'date', 'date'), asInt32, [19844, 19845, 2147483647, null]),
      cases: [
        [{ one_of: ['2024-05-01'] }, [0]],
        [{ one_of: ['infinity', '2024-05-01T10:00:00'] }, [2]],
        [{ min: '2024-05-02' }, [1, 2]],
        [{ max: '2024-05-01' }, [0]],
        [{ contains: '-05-0' }, [0, 1]],
      ],
    },
    {
      name: 'timestamp, to the millisecond that is shown',
      filled: filled(column('t', 'timestamp', 'datetime'), asInt64, [1714557600123999n, 1714557600124000n, 1714608000000000n]),
      cases: [
        [{ one_of: ['2024-05-01T10:00:00.123'] }, [0]],
        [{ max: '2024-05-01T10:00:00.123' }, [0]],
        [{ min: '2024-05-01 10:00:00.124' }, [1, 2]],
        [{ min: '2024-05-01', max: '2024-05-01' }, [0, 1]],
      ],
    },
    {
      name: 'instant',
      filled: filled(column('t', 'instant', 'datetime'), asInt64, [1714557600000000n, 1714608000000000n, null]),
      cases: [
        [{ one_of: ['2024-05-01T10:00:00Z'] }, [0]],
        [{ max: '2024-05-01' }, [0]],
        [{ min: '2024-05-02T00:00Z' }, [1]],
      ],
    },
    {
      name: 'text, as it is written',
      filled: filled(column('s', 'text', 'string'), asText, ['Ada', 'ada', "a'; drop table x --", '', null]),
      cases: [
        [{ one_of: ['Ada', ''] }, [0, 3]],
        [{ one_of: ["a'; drop table x --"] }, [2]],
        [{ one_of: [null] }, [4]],
        [{ contains: 'ADA' }, [0, 1]],
        [{ contains: '%' }, []],
      ],
    },
    {
      name: 'text that holds dates',
      filled: filled(column('s', 'text', 'date'), asText, ['2024-05-01', 'soon', '2024-06-01', null]),
      cases: [
        [{ min: '2024-05-02' }, [2]],
        [{ max: '2024-05-31' }, [0]],
      ],
    },
  ]
  it.each(kinds)('keep rows by a $name', async ({ filled, cases }) => {
    for (const [filter, rows] of cases) {
      expect(await shown([filled], [{ column: 0, ...filter }]), JSON.stringify(filter)).toEqual(rows)
    }
  })

  it('must all match, together with a search, and keep the order of a sort', async () => {
    const stored = await files.store([
      filled(column('n', 'int32'), asInt32, [1, 2, 3, 4, 5]),
      filled(column('s', 'text'), asText, ['x', 'xy', 'y', 'xyz', 'x']),
    ])
    const window = {
      ...everything,
      sort: [{ column: 0, descending: true }],
      search: 'y',
      filters: [
        { column: 0, min: 2 },
        { column: 1, contains: 'x' },
      ],
    }
    expect(await files.results.window(stored, window)).toEqual({
      total: 2,
      rows: [
        [4, 'xyz'],
        [2, 'xy'],
      ],
    })
    expect(await files.results.window(stored, { ...window, offset: 1, limit: 1 })).toEqual({ total: 2, rows: [[2, 'xy']] })
  })

  it('are refused with an error message if they do not fit their column', async () => {
    const stored = await files.store([
      filled(column('n', 'int32'), asInt32, [1]),
      filled(column('s', 'text'), asText, ['x']),
      filled(column('t', 'timestamp'), asInt64, [0n]),
      filled(column('b', 'boolean'), asBoolean, [true]),
    ])
    const refusal = (filter: RowFilter) => files.results.window(stored, { ...everything, filters: [filter] })
    const refused: [RowFilter, string][] = [
      [{ column: 9, is_null: true }, 'Column 9 does not exist; the result has 4.'],
      [{ column: 0, one_of: ['one'] }, '"one" is no value that column "n" can hold.'],
      [{ column: 0, min: '1; select 1' }, '"1; select 1" is no value that column "n" can hold.'],
      [{ column: 1, min: 1 }, 'Column "s" holds neither numbers nor times: min and max do not apply.'],
      [{ column: 2, max: '2024-06-31' }, '"2024-06-31" is no value that column "t" can hold.'],
      [{ column: 2, min: 'yesterday' }, '"yesterday" is no value that column "t" can hold.'],
      [{ column: 3, one_of: ['true'] }, '"true" is no value that column "b" can hold.'],
      [{ column: 1, below: 1 }, 'Column "s" holds no numbers: below does not apply.'],
      [{ column: 3, max: 1 }, 'Column "b" holds neither numbers nor times: min and max do not apply.'],
    ]
    for (const [filter, sentence] of refused)
      await expect(refusal(filter)).rejects.toMatchObject({ code: 'invalid_input', message: sentence })
  })
})
