import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { basePalette } from '../palette.ts'
import { conditionsOfMark } from '../picked-mark.ts'
import { column, sampleData, sampleFormats } from '../samples.ts'
import type { Formats } from '../visualization.ts'
import { colorsOf, textColorOn } from './colors.ts'
import { TreemapOptions } from './options.ts'
import { describe as inWords, needs, prepare, problem, suggest, tileText } from './prepare.ts'
import { squarify } from './squarify.ts'

const formats: Formats = { ...sampleFormats, numberMarks: { thousands: '.', decimal: ',' } }
const columns = [column('country', 'string'), column('city', 'string'), column('sales', 'float'), column('growth', 'float')]
const rows: Cell[][] = [
  ['DE', 'Berlin', 1500, 1],
  ['DE', 'Bonn', 500, 3],
  ['FR', 'Paris', 2500, 5],
  [null, 'Nowhere', 0.5, null],
]
const optionsOf = (stored: object) => TreemapOptions.parse({ levels: ['country', 'city'], sizeColumn: 'sales', ...stored })

function draw(given: Cell[][], stored: object = {}, path: Cell[] = []) {
  const options = optionsOf(stored)
  const data = sampleData({ title: '', options: {}, columns, rows: given, total: null }, needs(options))
  if (data.kind !== 'groups') throw new Error('A treemap is made of groups.')
  return prepare(data, options, formats, path)
}
function drawn(...given: Parameters<typeof draw>) {
  const prepared = draw(...given)
  if (prepared.kind === 'nothing') throw new Error(prepared.reason)
  return prepared
}

describe('a treemap', () => {
  it('asks for the sums of each level, or for the number of rows without a size column (OPEN-215)', () => {
    expect(needs(optionsOf({ colorColumn: 'growth' }))).toMatchObject({
      kind: 'groups',
      sets: [['country'], ['country', 'city']],
      measures: [
        { kind: 'sum', column: 'sales' },
        { kind: 'avg', column: 'growth' },
      ],
    })
    expect(needs(optionsOf({ sizeColumn: null }))).toMatchObject({ measures: [{ kind: 'count', column: null }] })
    expect(needs(optionsOf({ levels: [] }))).toMatchObject({ kind: 'columns', columns: [] })
  })

  it('has a tile for each group of the outermost level, the largest first (OPEN-215)', () => {
    const { tiles, crumbs, note } = drawn(rows)
    expect(tiles.map(({ name, value, path }) => [name, value, path])).toEqual([
      ['FR', 2500, ['FR']],
      ['DE', 2000, ['DE']],
      ['—', 0.5, [null]],
    ])
    expect([crumbs, note]).toEqual([[], null])
  })

  it('has the parts of one tile below it, with their shares of it (OPEN-215)', () => {
    const { tiles, crumbs } = drawn(rows, {}, ['DE'])
    expect(tiles.map(({ name, share, path }) => [name, share, path])).toEqual([
      ['Berlin', 0.75, null],
      ['Bonn', 0.25, null],
    ])
    expect(crumbs).toEqual(['DE'])
    expect(drawn(rows, {}, [null]).tiles).toHaveLength(1)
    expect(draw(rows, {}, ['gone'])).toEqual({ kind: 'nothing', reason: 'No data' })
  })

  it('merges all but the largest tiles into one, unless it would stand for a single one (OPEN-215)', () => {
    const many = Array.from({ length: 20 }, (_, n): Cell[] => [`c${n}`, 'x', 20 - n, 1])
    const { tiles } = drawn(many, { levels: ['country'], maxTiles: 5 })
    expect(tiles).toHaveLength(6)
    expect(tiles.at(-1)).toMatchObject({ name: 'Other (15)', value: 120, path: null, isRest: true })
    expect(drawn(many.slice(0, 6), { levels: ['country'], maxTiles: 5 }).tiles.some(({ isRest }) => isRest)).toBe(false)
  })

  it('has the rows of all small tiles behind the last one, within its level, or of none if too many stand on both sides (OPEN-479)', () => {
    const cities = (count: number, negative = 0) =>
      Array.from({ length: count }, (_, at): Cell[] => ['DE', `city ${at}`, at < negative ? -1 : count - at, 1])
    const restOf = (given: Cell[][], stored: object = {}) => {
      const mark = drawn(given, { maxTiles: 5, ...stored }, ['DE']).tiles.at(-1)?.mark
      return mark && conditionsOfMark(mark)
    }
    const inGermany = { column: 'country', kind: 'is', values: ['DE'] }
    expect(restOf([...cities(8), ['FR', 'Paris', 9, 1]])).toEqual([
      inGermany,
      { column: 'city', kind: 'is', values: ['city 5', 'city 6', 'city 7'] },
    ])
    const unsized = restOf(cities(40, 2))?.at(-1)
    expect([unsized?.kind, unsized?.values.toSorted()]).toEqual([
      'is_not',
      ['city 0', 'city 1', 'city 2', 'city 3', 'city 4', 'city 5', 'city 6'],
    ])
    expect(restOf(cities(300, 120))).toBeNull()
  })

  it('says how many groups have no size or one below zero, instead of drawing them (OPEN-215)', () => {
    const given: Cell[][] = [...rows, ['IT', 'Rome', -5, 1], ['ES', 'Vigo', 0, 1], ['PT', 'Faro', null, 1]]
    expect(drawn(given).note).toBe('Not drawn: 1 group with a size below zero, 2 groups without a size')
    expect(draw(given.slice(4))).toEqual({ kind: 'nothing', reason: 'No size is above zero, so there is nothing to draw.' })
    expect(draw([['PT', 'Faro', null, 1]])).toEqual({ kind: 'nothing', reason: 'There are no numbers in “sales”.' })
    expect(draw([])).toEqual({ kind: 'nothing', reason: 'No data' })
  })

  it('colours tiles by an average from the least to the greatest, gray without one (OPEN-215)', () => {
    const level = drawn(rows, { colorColumn: 'growth' })
    expect(level.range).toEqual({ low: 2, high: 5 })
    expect(colorsOf(level, 'light')).toEqual(['#234399', '#F1F5FE', '#6E7378'])
    expect(colorsOf(drawn(rows), 'dark').slice(0, 2)).toEqual(['#5493FC', '#EF6968'])
  })

  it('has texts in black or white, whichever is legible on the colour (OPEN-215)', () => {
    expect(['#234399', '#F1F5FE', '#D74E3D'].map(textColorOn)).toEqual(['#FFFFFF', '#000000', '#000000'])
    expect(basePalette.map(({ light }) => textColorOn(light))).toContain('#FFFFFF')
  })

  it('says what must be chosen (OPEN-215)', () => {
    expect(problem(optionsOf({ levels: [] }), columns)).toBe('Choose at least one column of levels.')
    expect(problem(optionsOf({ levels: ['gone'] }), columns)).toBe('The result has no column “gone”.')
    expect(problem(optionsOf({ levels: [...'abcdefg'] }), columns)).toBe('A treemap has at most 6 levels.')
    expect(problem(optionsOf({}), columns)).toBeNull()
  })

  it('is described in words, in the number format of the installation (OPEN-215)', () => {
    const options = optionsOf({ colorColumn: 'growth' })
    const level = drawn(rows, { colorColumn: 'growth' }, ['DE'])
    expect(inWords('Sales', level, options)).toBe('Sales. Treemap of sales by city in DE, 2 tiles.')
    expect(level.tiles.map((tile) => tileText(tile, options, formats))).toEqual([
      'Berlin 1.500, 75%, growth 1 on average',
      'Bonn 500, 25%, growth 3 on average',
    ])
  })

  it('starts with columns of names and the first one of numbers (OPEN-215)', () => {
    expect(suggest(columns)).toEqual({ levels: ['country', 'city'], sizeColumn: 'sales' })
    expect(suggest([column('n', 'integer')])).toEqual({})
  })
})

describe('the tiles', () => {
  it('fill the area in proportion to their values, without overlaps, close to squares (OPEN-215)', () => {
    const values = [60, 60, 40, 30, 20, 20, 10]
    const areas = squarify(values, { x: 0, y: 0, width: 600, height: 400 })
    for (const [index, { width, height }] of areas.entries()) {
      expect(width * height).toBeCloseTo(((values[index] ?? 0) / 240) * 240_000, 3)
      expect(Math.max(width / height, height / width)).toBeLessThan(3)
    }
    expect(Math.max(...areas.map(({ x, width }) => x + width))).toBeCloseTo(600, 6)
    expect(Math.max(...areas.map(({ y, height }) => y + height))).toBeCloseTo(400, 6)
    const overlaps = areas.some((a, at) =>
      areas.some(
        (b, other) =>
          other > at &&
          a.x + 0.01 < b.x + b.width &&
          b.x + 0.01 < a.x + a.width &&
          a.y + 0.01 < b.y + b.height &&
          b.y + 0.01 < a.y + a.height,
      ),
    )
    expect(overlaps).toBe(false)
  })

  it('have no size before the area is measured (OPEN-215)', () => {
    expect(squarify([1, 2], { x: 0, y: 0, width: 0, height: 0 })).toEqual([
      { x: 0, y: 0, width: 0, height: 0 },
      { x: 0, y: 0, width: 0, height: 0 },
    ])
  })
})
