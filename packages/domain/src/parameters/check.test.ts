import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkValues, missingValues, storedValues, type ValueChecks } from './check.ts'
import type { Definition } from './definition.ts'
import { fillIn } from './fill-in.ts'

const checks: ValueChecks = {
  isOption: (_, text) => ['a', 'b', "O'Brien"].includes(text),
  matches: (pattern, text) => new RegExp(`^(?:${pattern})$`).test(text),
}
const check = (definitions: Definition[], values: Record<string, unknown>) => checkValues(definitions, values, checks)
const spelled = (definition: object, value: unknown) => check([{ name: 'p', ...definition }], { p: value }).values.p ?? null

const multi = { multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' } }
const kinds: Record<string, { definition: object; good: [unknown, unknown][]; bad: unknown[] }> = {
  text: {
    definition: { type: 'text' },
    good: [
      ['', ''],
      ["'; drop table x; --", "'; drop table x; --"],
    ],
    bad: [1, true, { start: 'a' }],
  },
  'text-pattern': { definition: { type: 'text-pattern', regex: '[a-z]+' }, good: [['abc', 'abc']], bad: ['abc1', '', 5] },
  number: {
    definition: { type: 'number' },
    good: [
      [1, '1'],
      [-1.5, '-1.5'],
      [' 3 ', '3'],
      ['+007.50', '7.5'],
      ['.5', '0.5'],
      ['5.', '5'],
      ['1e3', '1000'],
      ['-0', '0'],
      ['12345678901234567890.10', '12345678901234567890.1'],
    ],
    bad: ['', '.', 'nan', 'inf', 'Infinity', '1e999', Number.NaN, '1; DROP', '0x1', '1 2', '1_000', true, [1], '9'.repeat(65)],
  },
  enum: {
    definition: { type: 'enum', enumOptions: 'a\n1\ntrue\n' },
    good: [
      ['a', 'a'],
      [1, '1'],
      [true, 'true'],
    ],
    bad: ['', 'b', 'a\n1', ['a'], { a: 1 }],
  },
  identifier: {
    definition: { type: 'identifier', enumOptions: 'a\npublic.b\n"c d"' },
    good: [
      ['a', 'a'],
      ['public.b', 'public.b'],
      ['"c d"', '"c d"'],
    ],
    bad: ['', 'b', '"a"', 'A', 'c d', ['a'], { a: 1 }],
  },
  'identifiers of several columns': {
    definition: { type: 'identifier', enumOptions: 'a\nb', ...multi },
    good: [
      [
        ['b', 'a'],
        ['b', 'a'],
      ],
      ['a', ['a']],
      [[], []],
    ],
    bad: [['a', 'c'], 'c', 'a,b'],
  },
  'enum of several': {
    definition: { type: 'enum', enumOptions: 'a\nb', ...multi },
    good: [
      [
        ['a', 'b'],
        ['a', 'b'],
      ],
      ['a', ['a']],
      [[], []],
    ],
    bad: [['a', 'c'], [['a']], 'c', [null]],
  },
  query: { definition: { type: 'query', queryId: 1 }, good: [["O'Brien", "O'Brien"]], bad: ['c', '', ['a'], {}] },
  'query of several': { definition: { type: 'query', queryId: 1, ...multi }, good: [[['b'], ['b']]], bad: [['b', 'c']] },
  date: {
    definition: { type: 'date' },
    good: [
      ['2024-02-29', '2024-02-29'],
      ['2024-01-01T12:30:59', '2024-01-01T12:30:59'],
      ['2024-01-01T12:30:59Z', '2024-01-01T12:30:59Z'],
    ],
    bad: [
      '2024-01-01Z',
      '2024-01-01+02:00',
      '2024-01-01T12:30 Z',
      '2023-02-29',
      '0000-01-01',
      '01/02/2024',
      '2024-1-1',
      "2024-01-01' OR 1=1",
      '2024-01-01\n',
      'd_now',
      5,
      '',
    ],
  },
  'datetime-local': {
    definition: { type: 'datetime-local' },
    good: [
      ['2024-01-01T12:30', '2024-01-01T12:30'],
      ['2024-01-01 12:30+0530', '2024-01-01 12:30+0530'],
    ],
    bad: ['2024-01-01 24:00', '2024-01-01 12:30ZZ', '12:30'],
  },
  'datetime-with-seconds': {
    definition: { type: 'datetime-with-seconds' },
    good: [['2024-01-01 12:30:59.123', '2024-01-01 12:30:59.123']],
    bad: ['2024-01-01 12:30:60', '2024-01-01 12:30:59 --'],
  },
  'date-range': {
    definition: { type: 'date-range' },
    good: [
      [
        { start: '2024-01-01', end: '2024-01-31' },
        { start: '2024-01-01', end: '2024-01-31' },
      ],
    ],
    bad: [
      { start: '2024-01-01' },
      { start: '2024-01-01', end: '2024-01-31', x: 'DROP' },
      { start: '2024-01-01', end: "'; --" },
      '2024-01-01',
      'd_today',
      ['2024-01-01', '2024-01-31'],
    ],
  },
  'datetime-range': {
    definition: { type: 'datetime-range' },
    good: [
      [
        { start: '2024-01-01', end: '2024-01-31 08:00' },
        { start: '2024-01-01', end: '2024-01-31 08:00' },
      ],
    ],
    bad: [{ start: '', end: '' }],
  },
  'datetime-range-with-seconds': {
    definition: { type: 'datetime-range-with-seconds' },
    good: [
      [
        { start: '2024-01-01', end: '2024-01-31T08:00-03' },
        { start: '2024-01-01', end: '2024-01-31T08:00-03' },
      ],
    ],
    bad: [{}, []],
  },
  'a type nobody knows': { definition: { type: 'colour' }, good: [], bad: ['red', 1, '2024-01-01'] },
}

describe('checking a sent value', () => {
  it.each(Object.entries(kinds))(
    'returns the canonical form of %s, an unchanged date, or an error (PARAM-42, OPEN-35)',
    (_, { definition, good, bad }) => {
      for (const [value, expected] of good) expect(spelled(definition, value), JSON.stringify(value)).toEqual(expected)
      for (const value of [...bad, null, undefined]) expect(isRefused(definition, value), String(value)).toBe(true)
    },
  )

  it('refuses 1 MB for every type except text (PARAM-42)', () => {
    const huge = ['x', '1', '[', '2024-01-01'].map((part) => part.repeat(1_000_000))
    for (const [kind, { definition }] of Object.entries(kinds))
      if (kind !== 'text') for (const value of huge) expect(isRefused(definition, `${value};`), kind).toBe(true)
  })

  const isRefused = (definition: object, value: unknown): boolean =>
    check([{ name: 'p', ...definition }], { p: value }).invalid.length === 1

  it('refuses an undeclared value, even if nothing is declared (OPEN-35)', () => {
    expect(check([], { x: '1; DROP TABLE t' }).invalid).toEqual(['x'])
    expect(check([{ name: 'a', type: 'number' }], { a: 1, b: 2, constructor: 1 }).invalid).toEqual(['b', 'constructor'])
  })

  it('accepts an empty value for an optional parameter of any type', () => {
    for (const { definition } of Object.values(kinds))
      for (const none of [null, '', []]) expect(spelled({ ...definition, optional: true }, none)).toBe('')
    expect(spelled({ type: 'number', optional: true }, '1; DROP')).toBeNull()
  })

  it('accepts a text of 1 MB unchanged', () => {
    const hostile = ["'; drop table x; --", '{{ secret }}', '{{', '}}', '\u0000', '𝒳é\u202e', 'x'.repeat(1_000_000)]
    const definitions = [{ name: 'p' }, { name: 'secret' }]
    for (const text of hostile) {
      const { values } = check(definitions, { p: text, secret: 'no' })
      expect(fillIn("'{{ p }}'", definitions, values, 'postgresql')).toBe(`'${text}'`)
    }
  })
})

describe('a value sent to a safe query', () => {
  const safe: Definition[] = [
    { name: 'n', type: 'number' },
    { name: 'e', type: 'enum', enumOptions: 'a\nb' },
    { name: 'q', type: 'query', queryId: 1 },
    { name: 'd', type: 'date' },
    { name: 't', type: 'datetime-with-seconds' },
    { name: 'r', type: 'datetime-range' },
  ]
  const alphabet =
    /^(-?\d+(\.\d+)?(e[+-]\d+)?|[ab]|O'Brien|\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?)$/
  const hostile = fc.oneof(
    fc.anything(),
    fc.double(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      "'; drop table x; --",
      '{{',
      '{{ n }}',
      '1 or 1=1',
      '--',
      '/*',
      '2024-01-01; --',
      'd_now',
      'a',
      'b',
      "O'Brien",
    ),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.record({ start: fc.string(), end: fc.constant('2024-01-01') }),
  )

  it('contains only words, numbers and dates, or is refused (PARAM-42)', () => {
    fc.assert(
      fc.property(fc.constantFrom(...safe), hostile, (definition, value) => {
        const { invalid, values } = check([definition], { [definition.name]: value })
        if (invalid.length > 0) return
        const spelling = values[definition.name] ?? ''
        for (const text of typeof spelling === 'string' ? [spelling] : Object.values(spelling)) expect(text).toMatch(alphabet)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is unchanged by a second check', () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => ({ name: 'n', value: number })),
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map((digits) => ({ name: 'n', value: String(digits) })),
      fc.constantFrom('a', 'b').map((option) => ({ name: 'e', value: option })),
      fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => ({ name: 't', value: date.toISOString().slice(0, 19) })),
    )
    fc.assert(
      fc.property(value, ({ name, value }) => {
        const once = check(safe, { [name]: value })
        expect(once.invalid).toEqual([])
        expect(check(safe, { ...once.values }).values).toEqual(once.values)
        if (typeof value === 'number') expect(Number(once.values[name])).toBe(value === 0 ? 0 : value)
        if (name === 'n' && typeof value === 'string') expect(once.values[name]).toBe(value)
      }),
    )
  })

  it('never begins a comment with a number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const { values } = check(safe, { n: number })
        expect(fillIn('1 -{{ n }}{{{ n }}}', safe, values, 'postgresql')).not.toMatch(/--|\/\*/)
      }),
    )
  })
})

describe('filling in a text with optional blocks', () => {
  const text =
    "select 1 {{# c }}where c = '{{ c }}'{{/ c }}{{# n }} limit {{ n }}{{/ n }}{{# many }} in ({{ many }}){{/ many }}"
  const definitions: Definition[] = [
    { name: 'c', optional: true },
    { name: 'n', type: 'number', optional: true },
    { name: 'many', type: 'enum', enumOptions: 'a\nb', optional: true, ...multi },
  ]
  const filled = (values: Record<string, unknown>) => fillIn(text, definitions, check(definitions, values).values, 'postgresql')

  it('drops the blocks of unset values', () => {
    expect(filled({})).toBe('select 1 ')
    expect(filled({ c: '', n: null, many: [] })).toBe('select 1 ')
    expect(missingValues(text, definitions, {})).toEqual([])
  })

  it('fills in each other block once', () => {
    expect(filled({ c: 'x', n: 0, many: ['a', 'b'] })).toBe("select 1 where c = 'x' limit 0 in ('a','b')")
  })

  it('drops the block of an unset range as well', () => {
    const range: Definition[] = [{ name: 'r', type: 'date-range', optional: true }]
    const between = 'x{{# r }} between {{ r.start }} and {{ r.end }}{{/ r }}'
    const fill = (value: unknown) => fillIn(between, range, check(range, { r: value }).values, 'postgresql')
    expect(fill(null)).toBe('x')
    expect(fill({ start: '2024-01-01', end: '2024-01-02' })).toBe('x between 2024-01-01 and 2024-01-02')
    expect(missingValues(between, range, {})).toEqual([])
  })
})

describe('stored values', () => {
  const definitions: Definition[] = [
    { name: 'n', type: 'number', value: 3 },
    { name: 'day', type: 'date', value: 'd_yesterday' },
    { name: 'now', type: 'datetime-local', useCurrentDateTime: true, value: null },
  ]

  it('are resolved at the time of a scheduled run, in the given time zone (OPEN-38)', () => {
    const now = new Date('2024-05-15T22:30:00Z')
    expect(storedValues(definitions, { now, timeZone: 'UTC', weekStart: 0 })).toEqual({
      n: 3,
      day: '2024-05-14',
      now: '2024-05-15 22:30',
    })
    expect(storedValues(definitions, { now, timeZone: 'Europe/Berlin', weekStart: 0 })).toEqual({
      n: 3,
      day: '2024-05-15',
      now: '2024-05-16 00:30',
    })
  })

  it('stay invalid without a clock', () => {
    expect(check(definitions, storedValues(definitions, null)).invalid).toEqual(['day', 'now'])
  })
})

describe('values without a check', () => {
  it('are joined and quoted as their definitions say (PARAM-22, PARAM-23)', () => {
    const definitions: Definition[] = [
      { name: 'plain', type: 'enum', multiValuesOptions: {} },
      { name: 'quoted', type: 'enum', ...multi },
      { name: 'n', type: 'number' },
      { name: 'r', type: 'date-range' },
    ]
    const range = { start: '2024-01-01', end: '2024-01-02' }
    const values = { plain: ['a', 'b'], quoted: ['a', 'b'], n: 0, r: range, none: null }
    const text = '{{ plain }} {{ quoted }} {{# n }}{{ n }}{{/ n }} {{ r.start }}[{{ none }}]'
    expect(fillIn(text, definitions, values, 'postgresql')).toBe("a,b 'a','b' 0 2024-01-01[]")
  })
})
