import { languages } from '@sightline/contract/languages.ts'
import { compareByAlphabet } from '@sightline/domain/language/local.ts'
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
import { inLanguage } from '../language/reader.ts'
import { ROWS_WITH_KEYS } from './alphabet.ts'
import type { Results } from './results.ts'

const files = useResultFiles()

describe('a window', () => {
  const sample = () =>
    files.store([
      filled(column('name', 'text'), asText, ['Ada', 'bob', 'Émile', null, 'ada']),
      filled(column('size', 'number_text'), asDigits, ['10', '9', '100', '12345678901234567891', '12345678901234567890']),
      filled(column('paid', 'boolean'), asBoolean, [true, false, true, null, false]),
      filled(column('price', 'double'), asDouble, [1.5, Number.NaN, -2, 1.5, 7]),
    ])
  const names = async (window: Partial<Parameters<Results['window']>[1]>) => {
    const { total, rows } = await files.results.window(await sample(), { ...everything, ...window })
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
    const stored = await files.store([filled(column('name', 'text'), asText, [...texts, null])])
    const { rows } = await files.results.window(stored, { ...everything, sort: [{ column: 0, descending: false }], language })
    expect(rows.flat()).toEqual([...inLanguage(language, () => texts.toSorted(compareByAlphabet)), null])
  })

  it.each([false, true])('has the same first rows as a sort of all rows, descending: %s (OPEN-601)', async (descending) => {
    const starts = ['a', 'A', 'b', 'Z', 'z', '9', '0', '_', 'ä', '日', '', ' ']
    const texts = Array.from({ length: 12_000 }, (_, row) =>
      row % 13 === 12 ? null : `${starts[row % 13]}${(row * 7919) % 12_000}`,
    )
    const stored = await files.store([filled(column('name', 'text'), asText, texts)])
    const sort = [{ column: 0, descending }]
    const rows = async (limit: number) =>
      (await files.results.window(stored, { ...everything, limit, sort, language: 'de' })).rows.flat()
    const top = await rows(4000)
    expect(top).toHaveLength(4000)
    expect(top).toEqual((await rows(12_000)).slice(0, 4000))
  })

  it.each([false, true])('sorts a large result of ASCII by its letters, descending: %s (OPEN-604)', async (descending) => {
    const words = ['apfel', 'Apfel', 'apfeL', 'Ofen', 'zebra', '9', '10', 'Zoo 10', 'zoo 9', 'zoo 10', '']
    const few = Array.from({ length: ROWS_WITH_KEYS + 1 }, (_, row) => words[row] ?? null)
    const stored = await files.store([filled(column('name', 'text'), asText, few)])
    const rows = async (offset: number) => {
      const sort = [{ column: 0, descending }]
      return (
        await files.results.window(stored, { ...everything, offset, limit: words.length + 1, sort, language: 'de' })
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
    const stored = await files.store([filled(column('name', 'text'), asText, few)])
    const { rows } = await files.results.window(stored, {
      ...everything,
      limit: words.length,
      sort: [{ column: 0, descending: false }],
      language: 'ja',
    })
    expect(rows.flat()).toEqual(inLanguage('ja', () => words.toSorted(compareByAlphabet)))
  })

  it('keeps an order for each language (OPEN-601)', async () => {
    const stored = await files.store([filled(column('name', 'text'), asText, ['一', '亜'])])
    const sort = [{ column: 0, descending: false }]
    const inOrder = async (language: string) =>
      (await files.results.window(stored, { ...everything, sort, language })).rows.flat().join('')
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
    const stored = await files.store([
      filled(column('s', 'text'), asText, ['Straße 12-A', 'STRASSE 12-a', 'straße 13-a', 'ÅNGSTRÖM (1)', 'x']),
      filled(column('t', 'instant'), asInt64, [0n, 1714557600123456n, null, 2n ** 63n - 1n, -(2n ** 62n)]),
    ])
    const found = async (search: string) =>
      (await files.results.window(stored, { ...everything, search })).rows.map(([text]) => String(text).slice(0, 10))
    expect(await found('E 12-A')).toEqual(['Straße 12-', 'STRASSE 12'])
    expect(await found('ångström (')).toEqual(['ÅNGSTRÖM ('])
    expect(await found('T10:00:00.123z')).toEqual(['STRASSE 12'])
    expect(await found('INFINITY')).toEqual(['ÅNGSTRÖM ('])
    expect(await found('(bc)')).toEqual(['x'])
    expect(await found('3456')).toEqual([])
  })

  it('takes a search term literally, not as a pattern or as SQL', async () => {
    const stored = await files.store([filled(column('s', 'text'), asText, ['100%', "a'b", 'a_b', '$2'])])
    for (const [search, found] of [
      ['%', ['100%']],
      ["'", ["a'b"]],
      ['_', ['a_b']],
      ['$2', ['$2']],
    ] as const)
      expect((await files.results.window(stored, { ...everything, search })).rows.flat()).toEqual(found)
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

describe('the distinct values of a column', () => {
  const distinct = async (of: Filled, ask: { search?: string; limit?: number; order?: 'first' } = {}) =>
    files.results.distinct(await files.store([of]), { column: 0, search: '', limit: 100, ...ask })

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
