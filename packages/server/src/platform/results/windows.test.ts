import { languages } from '@sightline/contract/languages.ts'
import type { RowFilter } from '@sightline/contract/results.ts'
import { compareByAlphabet } from '@sightline/domain/language/local.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
  openResultFiles,
  type ResultFiles,
} from '../../testing/result-files.ts'
import { inLanguage } from '../language/reader.ts'
import { ROWS_WITH_KEYS } from './alphabet.ts'
import type { Results } from './results.ts'

let files: ResultFiles
let results: Results
beforeAll(async () => {
  files = await openResultFiles()
  results = files.results
})
afterAll(() => files.close())
const store: ResultFiles['store'] = (columns, batchRows) => files.store(columns, batchRows)

describe('a window', () => {
  const sample = () =>
    store([
      filled(column('name', 'text'), asText, ['Ada', 'bob', 'Émile', null, 'ada']),
      filled(column('size', 'number_text'), asDigits, ['10', '9', '100', '12345678901234567891', '12345678901234567890']),
      filled(column('paid', 'boolean'), asBoolean, [true, false, true, null, false]),
      filled(column('price', 'double'), asDouble, [1.5, Number.NaN, -2, 1.5, 7]),
    ])
  const names = async (window: Partial<Parameters<Results['window']>[1]>) => {
    const { total, rows } = await results.window(await sample(), { ...everything, ...window })
    return { total, names: rows.map(([name]) => name) }
  }

  it('sorts by several columns in order of precedence, equal rows in source order', async () => {
    const sort = [
      { column: 3, descending: false },
      { column: 0, descending: true },
    ]
    expect(await names({ sort })).toEqual({ total: 5, names: ['Émile', 'Ada', null, 'ada', 'bob'] })
  })

  it('sorts digits as numbers', async () => {
    expect((await names({ sort: [{ column: 1, descending: false }] })).names).toEqual(['bob', 'Ada', 'Émile', 'ada', null])
  })

  it.each(languages)('sorts texts by the alphabet of the language %s, as browsers do (OPEN-601)', async (language) => {
    const texts = [
      'Zebra',
      'apple',
      'Öl',
      'Ofen',
      'item 10',
      'item 9',
      '一覧',
      '亜鉛',
      'ウリアゲ',
      'あ',
      'مبيعات',
      'إيراد',
      'e\u0301',
      'é',
    ]
    const stored = await store([filled(column('name', 'text'), asText, [...texts, null])])
    const { rows } = await results.window(stored, { ...everything, sort: [{ column: 0, descending: false }], language })
    expect(rows.flat()).toEqual([...inLanguage(language, () => texts.toSorted(compareByAlphabet)), null])
  })

  it.each([false, true])('has the same first rows as a sort of all rows, descending: %s (OPEN-601)', async (descending) => {
    const starts = ['a', 'A', 'b', 'Z', 'z', '9', '0', '_', 'ä', '日', '', ' ']
    const texts = Array.from({ length: 12_000 }, (_, row) =>
      row % 13 === 12 ? null : `${starts[row % 13]}${(row * 7919) % 12_000}`,
    )
    const stored = await store([filled(column('name', 'text'), asText, texts)])
    const sort = [{ column: 0, descending }]
    const rows = async (limit: number) =>
      (await results.window(stored, { ...everything, limit, sort, language: 'de' })).rows.flat()
    const top = await rows(4000)
    expect(top).toHaveLength(4000)
    expect(top).toEqual((await rows(12_000)).slice(0, 4000))
  })

  it.each([false, true])('sorts a large result of ASCII by its letters, descending: %s (OPEN-604)', async (descending) => {
    const words = ['apfel', 'Apfel', 'apfeL', 'Ofen', 'zebra', '9', '10', 'Zoo 10', 'zoo 9', 'zoo 10', '']
    const few = Array.from({ length: ROWS_WITH_KEYS + 1 }, (_, row) => words[row] ?? null)
    const stored = await store([filled(column('name', 'text'), asText, few)])
    const rows = async (offset: number) => {
      const sort = [{ column: 0, descending }]
      return (
        await results.window(stored, { ...everything, offset, limit: words.length + 1, sort, language: 'de' })
      ).rows.flat()
    }
    const inOrder = inLanguage('de', () => words.toSorted(compareByAlphabet))
    const expected = [...(descending ? inOrder.toReversed() : inOrder), null]
    expect(await rows(0)).toEqual(expected)
    // Rows further down need the order of all rows, in which the first ones are looked up from then on.
    await rows(ROWS_WITH_KEYS - 50)
    expect(await rows(0)).toEqual(expected)
  })

  it('sorts a large result with other letters than ASCII by the alphabet of the reader (OPEN-604)', async () => {
    const words = ['亜', '一', 'zebra', 'Äpfel', 'apfel']
    const few = Array.from({ length: ROWS_WITH_KEYS + 1 }, (_, row) => words[row] ?? null)
    const stored = await store([filled(column('name', 'text'), asText, few)])
    const { rows } = await results.window(stored, {
      ...everything,
      limit: words.length,
      sort: [{ column: 0, descending: false }],
      language: 'ja',
    })
    expect(rows.flat()).toEqual(inLanguage('ja', () => words.toSorted(compareByAlphabet)))
  })

  it('keeps an order for each language (OPEN-601)', async () => {
    const stored = await store([filled(column('name', 'text'), asText, ['一', '亜'])])
    const sort = [{ column: 0, descending: false }]
    const inOrder = async (language: string) =>
      (await results.window(stored, { ...everything, sort, language })).rows.flat().join('')
    expect([await inOrder('en'), await inOrder('ja'), await inOrder('en')]).toEqual(['一亜', '亜一', '一亜'])
  })

  it('finds rows in which any cell contains the search term, ignoring case', async () => {
    expect(await names({ search: 'ADA' })).toEqual({ total: 2, names: ['Ada', 'ada'] })
    expect(await names({ search: 'émi' })).toEqual({ total: 1, names: ['Émile'] })
    expect(await names({ search: '7891' })).toEqual({ total: 1, names: [null] })
    expect(await names({ search: 'tru' })).toEqual({ total: 2, names: ['Ada', 'Émile'] })
    expect(await names({ search: 'nothing of it' })).toEqual({ total: 0, names: [] })
  })

  it('ignores the case of letters next to characters without case', async () => {
    const stored = await store([
      filled(column('s', 'text'), asText, ['Straße 12-A', 'STRASSE 12-a', 'straße 13-a', 'ÅNGSTRÖM (1)', 'x']),
      filled(column('t', 'instant'), asInt64, [0n, 1714557600123456n, null, 2n ** 63n - 1n, -(2n ** 62n)]),
    ])
    const found = async (search: string) =>
      (await results.window(stored, { ...everything, search })).rows.map(([text]) => String(text).slice(0, 10))
    expect(await found('E 12-A')).toEqual(['Straße 12-', 'STRASSE 12'])
    expect(await found('ångström (')).toEqual(['ÅNGSTRÖM ('])
    expect(await found('T10:00:00.123z')).toEqual(['STRASSE 12'])
    expect(await found('INFINITY')).toEqual(['ÅNGSTRÖM ('])
    expect(await found('(bc)')).toEqual(['x'])
    expect(await found('3456')).toEqual([])
  })

  it('takes a search term literally, not as a pattern or as SQL', async () => {
    const stored = await store([filled(column('s', 'text'), asText, ['100%', "a'b", 'a_b', '$2'])])
    for (const [search, found] of [
      ['%', ['100%']],
      ["'", ["a'b"]],
      ['_', ['a_b']],
      ['$2', ['$2']],
    ] as const)
      expect((await results.window(stored, { ...everything, search })).rows.flat()).toEqual(found)
  })

  it('finds rows in which one of the selected columns contains the search term (TABLE-11)', async () => {
    expect((await names({ search: 'a', searchColumns: [0] })).names).toEqual(['Ada', 'ada'])
    expect((await names({ search: '1', searchColumns: [1] })).total).toBe(4)
    expect((await names({ search: '1', searchColumns: [1, 3] })).total).toBe(4)
    expect(await names({ search: '1', searchColumns: [0] })).toEqual({ total: 0, names: [] })
  })

  it('can be sorted, searched and cut at once', async () => {
    const window = { ...everything, offset: 1, limit: 1, sort: [{ column: 3, descending: true }], search: 'a' }
    expect(await names(window)).toEqual({ total: 3, names: ['Ada'] })
  })

  it('is returned before all rows are counted if the request allows it', async () => {
    const soon = { search: 'a', isCountedLater: true }
    expect(await names({ ...soon, limit: 2 })).toEqual({ total: null, names: ['Ada', 'bob'] })
    expect(await names({ ...soon, offset: 1, limit: 1 })).toEqual({ total: null, names: ['bob'] })
    // Fewer rows than requested: there are no more.
    expect(await names({ ...soon, limit: 9 })).toEqual({ total: 3, names: ['Ada', 'bob', 'ada'] })
    expect(await names({ search: 'a', limit: 2 })).toEqual({ total: 3, names: ['Ada', 'bob'] })
  })
})

describe('filters', () => {
  const shown = async (columns: Filled[], filters: RowFilter[]) => {
    const stored = await store([...columns, rowNumbers(columns[0]?.rowCount ?? 0)])
    const { total, rows } = await results.window(stored, { ...everything, filters })
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
    const stored = await store([
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
    expect(await results.window(stored, window)).toEqual({
      total: 2,
      rows: [
        [4, 'xyz'],
        [2, 'xy'],
      ],
    })
    expect(await results.window(stored, { ...window, offset: 1, limit: 1 })).toEqual({ total: 2, rows: [[2, 'xy']] })
  })

  it('are refused with an error message if they do not fit their column', async () => {
    const stored = await store([
      filled(column('n', 'int32'), asInt32, [1]),
      filled(column('s', 'text'), asText, ['x']),
      filled(column('t', 'timestamp'), asInt64, [0n]),
      filled(column('b', 'boolean'), asBoolean, [true]),
    ])
    const refusal = (filter: RowFilter) => results.window(stored, { ...everything, filters: [filter] })
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

describe('the distinct values of a column', () => {
  const distinct = async (of: Filled, ask: { search?: string; limit?: number; order?: 'first' } = {}) =>
    results.distinct(await store([of]), { column: 0, search: '', limit: 100, ...ask })

  it('are returned with their counts, largest first, then by value, with nulls last', async () => {
    const words = filled(column('s', 'text'), asText, ['b', 'a', 'c', 'b', null, 'a', 'b', null, ''])
    expect(await distinct(words)).toEqual({
      total: 5,
      values: [
        { value: 'b', count: 3 },
        { value: 'a', count: 2 },
        { value: null, count: 2 },
        { value: '', count: 1 },
        { value: 'c', count: 1 },
      ],
    })
  })

  it('are returned in order of first occurrence if requested (FILTER-04)', async () => {
    const words = filled(column('s', 'text'), asText, ['b', null, 'a', 'c', 'a', 'b', 'd'])
    const { total, values } = await distinct(words, { order: 'first', limit: 4 })
    expect(total).toBe(5)
    expect(values.map(({ value }) => value)).toEqual(['b', null, 'a', 'c'])
  })

  it('can be searched ignoring case, and are limited with their total count', async () => {
    const words = filled(column('s', 'text'), asText, ['Berlin', 'bern', 'Bern', 'Rome', null])
    expect(await distinct(words, { search: 'BER', limit: 2 })).toEqual({
      total: 3,
      values: [
        { value: 'Berlin', count: 1 },
        { value: 'Bern', count: 1 },
      ],
    })
    expect(await distinct(filled(column('n', 'int32'), asInt32, [1]), { search: 'x' })).toEqual({ total: 0, values: [] })
  })

  it.each<[string, Filled, unknown[]]>([
    [
      'milliseconds',
      filled(column('t', 'timestamp'), asInt64, [1000n, 1999n, 2000n]),
      [
        ['1970-01-01T00:00:00.001', 2],
        ['1970-01-01T00:00:00.002', 1],
      ],
    ],
    [
      'numbers that are none',
      filled(column('d', 'double'), asDouble, [Number.NaN, null, 1.5]),
      [
        [null, 2],
        [1.5, 1],
      ],
    ],
    [
      'digits',
      filled(column('n', 'number_text'), asDigits, ['0.10', '0.1', 'NaN', '12345678901234567890']),
      [
        [0.1, 2],
        ['12345678901234567890', 1],
        [null, 1],
      ],
    ],
    ['large integers', filled(column('l', 'int64'), asInt64, [2n ** 53n + 1n, 2n ** 53n + 1n]), [['9007199254740993', 2]]],
    ['decimals', filled(column('p', { kind: 'decimal', precision: 38, scale: 1 }), asDigits, ['1.5', '1.5']), [[1.5, 2]]],
    [
      'booleans',
      filled(column('b', 'boolean'), asBoolean, [true, true, false]),
      [
        [true, 2],
        [false, 1],
      ],
    ],
    [
      'dates',
      filled(column('t', 'date'), asInt32, [0, 0, 1]),
      [
        ['1970-01-01', 2],
        ['1970-01-02', 1],
      ],
    ],
  ])('are distinct if their cells differ: %s', async (_, of, values) => {
    const found = await distinct(of)
    expect(found.values.map(({ value, count }) => [value, count])).toEqual(values)
  })
})
