import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { column, sampleFormats } from '../samples.ts'
import type { ColumnData } from '../visualization.ts'
import { ChoroplethOptions, defaultColors } from './options.ts'
import { groundColor, keysOfShapes, lookUp, marks, needs, prepare, problem, suggest } from './prepare.ts'
import { regionWalk } from './region-walk.ts'

const shapes = [
  { name: 'Aland', iso_a3: 'AAA' },
  { name: 'Bland', iso_a3: 'BBB' },
  { name: 'Cland', iso_a3: 'CCC' },
]
const columns = [column('country', 'string'), column('people', 'integer'), column('note', 'string')]
const data = (...rows: Cell[][]): ColumnData => ({
  kind: 'columns',
  columns,
  total: rows.length,
  shown: rows.length,
  values: columns.map((_, index) => rows.map((row) => row[index] ?? null)),
})
const options = (changes: object = {}) =>
  ChoroplethOptions.parse({ countryCodeColumn: 'country', countryCodeType: 'iso_a3', valueColumn: 'people', ...changes })
const drawn = (scheme: 'light' | 'dark', changes: object, ...rows: Cell[][]) =>
  prepare(data(...rows), options(changes), shapes, scheme)

describe('the problem of a map of regions', () => {
  const choose = 'Choose a key column and a value column.'

  it('is a column that has not been chosen', () => {
    expect(problem(options(), columns)).toBeNull()
    expect(problem(options({ valueColumn: null }), columns)).toBe(choose)
    expect(problem(options({ valueColumn: '' }), columns)).toBe(choose)
    expect(problem(ChoroplethOptions.parse({ valueColumn: 'people' }), columns)).toBe(choose)
  })

  it('names each column that the result no longer has', () => {
    expect(problem(options({ valueColumn: 'cars' }), columns)).toBe('The result no longer has the column “cars”.')
    expect(problem(options(), [])).toBe('The result no longer has the columns “country” and “people”.')
  })
})

describe('the needs of a map of regions', () => {
  const template = (text: string) => ({ tooltip: { enabled: true, template: text }, popup: { enabled: true, template: '' } })

  it('are its two columns and those named in its templates', () => {
    expect(needs(options(template('{{ note }} {{ gone }} {{ people }}')), columns)).toEqual({
      kind: 'columns',
      columns: ['country', 'people', 'note'],
      extreme: 'people',
    })
    expect(needs(options(template('none')), columns)).toMatchObject({ columns: ['country', 'people'] })
  })

  it('are empty until both columns are chosen', () => {
    const nothing = { kind: 'columns', columns: [], extreme: null }
    expect(needs(options({ valueColumn: null }), columns)).toEqual(nothing)
    expect(needs(ChoroplethOptions.parse({ valueColumn: 'people' }), columns)).toEqual(nothing)
  })
})

describe('the suggested columns of a map of regions', () => {
  it('are a text column named like a code, else any text column, and the first numeric column', () => {
    const named = [column('count', 'integer'), column('title', 'string'), column('State', 'string'), column('share', 'float')]
    expect(suggest(named)).toMatchObject({ countryCodeColumn: 'State', keyColumn: 'State', valueColumn: 'count' })
    const others = [column('title', 'string'), column('code', 'integer'), column('share', 'float')]
    expect(suggest(others)).toMatchObject({ countryCodeColumn: 'title', keyColumn: 'title', valueColumn: 'code' })
    expect(suggest([column('word', 'string'), column('share', 'float')])).toMatchObject({ valueColumn: 'share' })
  })

  it('are absent without a text column or without a numeric column', () => {
    for (const columns of [[column('count', 'integer')], [column('word', 'string'), column('day', 'date')]])
      expect(suggest(columns)).not.toHaveProperty('valueColumn')
  })

  it('come with colors, classes and the map that fit, which only new maps store (CHORO-18)', () => {
    const suggested = suggest([column('us_state', 'string'), column('flights', 'integer')])
    expect(suggested).toMatchObject({ mapType: 'usa', insets: true, clusteringMode: 'q', valueFormat: '0,0' })
    expect(suggested.colors).toEqual({ ...defaultColors, min: '#CFDDFB', max: '#234399', noValue: '#E8EBEF' })
    expect(suggest([column('prefecture', 'string'), column('share', 'float')])).toMatchObject({ mapType: 'subdiv_japan' })
    expect(suggest([column('estate', 'string'), column('share', 'float')])).not.toHaveProperty('mapType')
  })
})

describe('the regions', () => {
  it('take the value of the last row with their key; each unknown key is reported once', () => {
    const { shapes: found, unknown } = drawn('light', {}, ['AAA', 1], ['XXX', 5], [null, 7], ['', 8], ['AAA', 2], ['XXX', 6])
    expect(found.map(({ value, row }) => [value, row])).toEqual([
      [2, 4],
      [null, null],
      [null, null],
    ])
    expect(unknown).toEqual(['XXX'])
  })

  it('are coloured by class from smallest to greatest, with a separate colour for missing numbers', () => {
    const colors = { min: '#000000', max: '#ffffff', noValue: '#123456', background: '#FFFFFF', borders: '#FFFFFF' }
    const { shapes: found, classes } = drawn('light', { colors, steps: 3 }, ['AAA', 0], ['BBB', 30], ['CCC', 'many'])
    expect(classes[0]).toMatchObject({ color: expect.stringMatching(/^(#000000|rgb\(0, 0, 0\))$/i), low: 0 })
    expect(classes.at(-1)).toMatchObject({ color: expect.stringMatching(/^(#ffffff|rgb\(255, 255, 255\))$/i), high: 30 })
    expect(found[0]?.color).toBe(classes[0]?.color)
    expect(found[1]?.color).toBe(classes.at(-1)?.color)
    expect(found[2]).toEqual({ value: null, row: 2, color: '#123456' })
  })

  it('use other colours in the dark scheme, unless the author chose colours', () => {
    const [light, dark] = (['light', 'dark'] as const).map(
      (scheme) => drawn(scheme, {}, ['AAA', 1], ['BBB', 9]).classes[0]?.color,
    )
    expect(dark).not.toBe(light)
    for (const chosen of [{ min: '#000001' }, { max: '#000001' }]) {
      const colors = { ...defaultColors, ...chosen }
      const [inLight, inDark] = (['light', 'dark'] as const).map((scheme) =>
        drawn(scheme, { colors }, ['AAA', 1], ['BBB', 9]).classes.map(({ color }) => color),
      )
      expect(inDark).toEqual(inLight)
    }
  })

  it('range from dark blue to light blue in the dark scheme, through the colour in between', () => {
    const { classes } = drawn('dark', { steps: 3 }, ['AAA', 0], ['BBB', 30], ['CCC', 60])
    expect(classes).toEqual([
      { color: '#1F3260', low: 0, high: 20 },
      { color: '#5C8EF2', low: 20, high: 40 },
      { color: '#B4D0FF', low: 40, high: 60 },
    ])
  })

  it('have the colour of the greatest class if all values are equal', () => {
    const { classes, shapes: found } = drawn('light', { steps: 3 }, ['AAA', 5], ['BBB', 5])
    expect(classes.at(-1)).toMatchObject({ color: '#002FB4', high: 5 })
    expect(found.map(({ color }) => color)).toEqual(['#002FB4', '#002FB4', '#DDDDDD'])
  })

  it('are matched by name on maps other than countries if no code is recognized', () => {
    const unread = { countryCodeType: null, mapType: 'usa' }
    expect(drawn('light', unread, ['XXX', 1])).toMatchObject({ codeType: 'name', isGuessed: false, unknown: ['XXX'] })
  })

  it('are empty if the result has lost its columns', () => {
    const gone = drawn('light', { countryCodeColumn: 'gone' }, ['AAA', 1])
    expect([gone.classes, gone.unknown]).toEqual([[], []])
    expect(drawn('light', { valueColumn: 'gone' }, ['AAA', 1]).shapes[0]).toEqual({ value: null, row: 0, color: '#DDDDDD' })
  })

  it('have a dark background in the dark scheme unless the author chose one', () => {
    expect(['#ffffff', '#DDDDDD', '#d3d3d3'].map((color) => groundColor(color, 'dark'))).toEqual([
      '#15181C',
      '#323841',
      '#323841',
    ])
    expect(groundColor('#FFFFFF', 'light')).toBe('#FFFFFF')
    expect(groundColor('#ABCDEF', 'dark')).toBe('#ABCDEF')
  })
})

it('a template reads the value, the region and the row, and leaves other names unchanged', () => {
  const rows = data(['AAA', 1234.5, 'first'], ['BBB', 2, 'second'])
  const read = (name: string, row: number | null = 1, value: number | null = 1234.5) =>
    lookUp(name, { name: 'Aland' }, { color: '', value, row }, rows, options(), sampleFormats)
  expect(read('@@value')).toBe('1,234.50')
  expect(read('@@value', 1, null)).toBe('N/A')
  expect(read('@@name')).toBe('Aland')
  expect(read('note')).toBe('second')
  expect(read('note', 0)).toBe('first')
  expect(read('gone')).toBeUndefined()
  expect(read('note', null)).toBe('N/A')
})

it('a region stands for its cell in the key column, and a click on it filters only if it opens no popup (FILTER-12)', () => {
  const rows = data(['BBB', 2, ''], ['AAA', 1, ''])
  const regions = ['BBB', 'AAA', 'CCC'].map((_, at) => ({ color: '', value: at, row: at === 2 ? null : at }))
  expect(
    keysOfShapes(rows, options(), { codeType: '', isGuessed: false, classes: [], unknown: [], repeated: 0, shapes: regions }),
  ).toEqual(['BBB', 'AAA', null])
  expect(marks(options())).toMatchObject({ series: null, areCategories: false })
  expect(marks(options({ popup: { enabled: false } }))).toMatchObject({ areCategories: true })
})

describe('the regions that the keyboard reaches', () => {
  const walk = (...rows: Cell[][]) =>
    regionWalk(
      drawn('light', {}, ...rows),
      shapes.map((properties) => ({ properties })),
      options({ valueFormat: '0' }),
      sampleFormats.numberMarks,
    )

  it('are those with rows, from the greatest value to the least, without a number last (OPEN-483)', () => {
    const steps = walk(['AAA', null, ''], ['BBB', -3, ''], ['CCC', 5, ''])
    expect(steps.map((series) => series.map(({ text, dataIndex, hasRows }) => [text, dataIndex, hasRows]))).toEqual([
      [
        ['Cland 5', 2, true],
        ['Bland -3', 1, true],
        ['Aland N/A', 0, true],
      ],
    ])
  })

  it('are none if no region has a row (OPEN-483)', () => {
    expect(walk(['XXX', 1, ''])).toEqual([])
  })
})
