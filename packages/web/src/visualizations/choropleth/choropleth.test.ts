import { readFileSync } from 'node:fs'
import type { Cell } from '@sightline/contract/results.ts'
import { plainMarks } from '@sightline/domain/format/number.ts'
import type { MapType } from '@sightline/domain/maps/shape-codes.ts'
import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import type { ColumnData } from '../visualization.ts'
import { withInsets } from './insets.ts'
import { ChoroplethOptions, codeTypeOf, keyOf, popupTemplate, withCodeType, withKey } from './options.ts'
import { lookUp, needs, prepare, problem, valueText } from './prepare.ts'
import { firstView, type Shape } from './shapes.ts'
import { noteOf } from './words.ts'

const shapesIn = (mapType: MapType): Shape[] =>
  JSON.parse(readFileSync(new URL(`../../../public/static/maps/${mapType}.geo.json`, import.meta.url), 'utf8')).features
const propertiesIn = (mapType: MapType) => shapesIn(mapType).map(({ properties }) => properties)
const countries = propertiesIn('countries')

const column = (name: string, type: 'string' | 'integer' = 'string') => ({ name, type, source_type: '' })
const columns = [column('country'), column('people', 'integer'), column('note')]
const data = (...rows: Cell[][]): ColumnData => ({
  kind: 'columns',
  columns,
  total: rows.length,
  shown: rows.length,
  values: columns.map((_, index) => rows.map((row) => row[index] ?? null)),
})
const stored = { countryCodeColumn: 'country', valueColumn: 'people' }
const draw = (options: object, ...rows: Cell[][]) =>
  prepare(data(...rows), ChoroplethOptions.parse({ ...stored, ...options }), countries, 'light')
const at = (iso: string) => countries.findIndex(({ iso_a3 }) => iso_a3 === iso)

describe('the options of a map of regions', () => {
  it('color countries in five equal steps of blue by default (OPEN-19, CHORO-01, CHORO-10, CHORO-13)', () => {
    expect(ChoroplethOptions.parse({})).toMatchObject({
      mapType: 'countries',
      steps: 5,
      clusteringMode: 'e',
      colors: { min: '#799CFF', max: '#002FB4', background: '#FFFFFF', borders: '#FFFFFF', noValue: '#DDDDDD' },
    })
  })

  it('format values with two decimals, and call a missing one N/A, by default (CHORO-05, CHORO-06)', () => {
    expect(ChoroplethOptions.parse({})).toMatchObject({ valueFormat: '0,0.00', noValuePlaceholder: 'N/A' })
  })

  it('show a legend at the bottom left, a tooltip and a popup by default (OPEN-19, CHORO-07, CHORO-08, CHORO-09)', () => {
    expect(ChoroplethOptions.parse({})).toMatchObject({
      legend: { visible: true, position: 'bottom-left', alignText: 'right' },
      tooltip: { enabled: true, template: '<b>{{ @@name }}</b>: {{ @@value }}' },
      popup: { enabled: true },
    })
  })

  it('fall back to valid values (OPEN-16, CHORO-11)', () => {
    expect(ChoroplethOptions.parse({ mapType: 'moon', steps: 99, clusteringMode: 'x', colors: 7 })).toMatchObject({
      mapType: 'countries',
      steps: 5,
      clusteringMode: 'e',
      colors: { min: '#799CFF' },
    })
  })

  it('are read and written under both names of the API (CHORO-02)', () => {
    expect(keyOf(ChoroplethOptions.parse({ keyColumn: 'a' }))).toBe('a')
    expect(keyOf(ChoroplethOptions.parse({ countryCodeColumn: 'b', keyColumn: 'a' }))).toBe('b')
    expect(codeTypeOf(ChoroplethOptions.parse({ targetField: 'iso_a2' }))).toBe('iso_a2')
    expect(withKey('a')).toEqual({ countryCodeColumn: 'a', keyColumn: 'a' })
    expect(withCodeType('name')).toEqual({ countryCodeType: 'name', targetField: 'name' })
  })

  it('keep unknown options', () => {
    const foreign = {
      ...stored,
      weather: { rain: true },
      legend: { visible: false, font: 3 },
      bounds: [
        [1, 2],
        [3, 4],
      ],
    }
    expect(ChoroplethOptions.parse(foreign)).toMatchObject(foreign)
  })

  it('report what is missing and which column no longer exists', () => {
    const parsed = (options: object) => ChoroplethOptions.parse(options)
    expect(problem(parsed({}), columns)).toBe('Choose a key column and a value column.')
    expect(problem(parsed({ ...stored, valueColumn: 'was' }), columns)).toBe('The result no longer has the column “was”.')
    expect(problem(parsed(stored), columns)).toBeNull()
    expect(needs(parsed({ ...stored, tooltip: { template: '{{note}}' } }), columns)).toMatchObject({
      columns: ['country', 'people', 'note'],
    })
  })
})

describe('a map of regions', () => {
  it('assigns shapes the values of their rows, and leaves the others without a value (CHORO-04, CHORO-16)', () => {
    const { shapes } = draw({ countryCodeType: 'iso_a3', steps: 3 }, ['DEU', 10], ['fra', 20], ['ITA', 30], ['ESP', null])
    expect([shapes[at('DEU')]?.value, shapes[at('FRA')]?.value, shapes[at('ITA')]?.value]).toEqual([10, 20, 30])
    expect(shapes[at('DEU')]?.color).toBe('#799CFF')
    expect(shapes[at('ITA')]?.color).toBe('#002FB4')
    expect(shapes[at('ESP')]).toMatchObject({ value: null, color: '#DDDDDD' })
    expect(shapes[at('JPN')]).toEqual({ value: null, row: null, color: '#DDDDDD' })
  })

  it('detects the code type of the column, and names the codes that are not on the map (CHORO-03, CHORO-17)', () => {
    const found = draw({}, ['Germany', 1], ['Ivory Coast', 2], ['united states', 3])
    expect([found.codeType, found.unknown]).toEqual(['name', []])
    expect(found.shapes[at('CIV')]?.value).toBe(2)
    expect(found.isGuessed).toBe(false)
    // With only half of the values recognized, the best code type is a guess, and what matches is coloured.
    expect(draw({}, ['Germany', 1], ['Narnia', 2])).toMatchObject({ codeType: 'name', isGuessed: true, unknown: ['Narnia'] })
    expect(draw({}, ['Narnia', 2])).toMatchObject({ codeType: 'iso_a3', isGuessed: false, unknown: ['Narnia'] })
  })

  it('shows the last row of each region, and says how many others there are (OPEN-787)', () => {
    const drawn = draw({}, ['Germany', 1], ['Germany', 2], ['DEU', 9], ['Germany', 3], ['Narnia', 4], ['Narnia', 5])
    expect(drawn.shapes[at('DEU')]).toMatchObject({ value: 3, row: 3 })
    expect(drawn.repeated).toBe(2)
    const noteFor = (...rows: Cell[][]) => noteOf(draw({}, ...rows), ChoroplethOptions.parse(stored), plainMarks)
    expect(noteFor(['Germany', 1], ['Spain', 2])).toBeNull()
    expect(noteFor(['Germany', 1], ['Germany', 2])).toBe('1 row is not shown, because a later one has the same region.')
    const usa = Array.from({ length: 120 }, (_, value) => ['United States', value])
    expect(noteFor(...usa, ['Narnia', 1])).toBe(
      'Not on this map: “Narnia”. 119 rows are not shown, because later ones have the same region.',
    )
  })

  it('colors 51 states although 6 of 57 codes are territories (CHORO-17)', () => {
    const states = propertiesIn('usa')
    const codes = [...states.map((state) => String(state.usps_abbrev)), 'PR', 'GU', 'VI', 'AS', 'MP', 'PW']
    const options = ChoroplethOptions.parse({ ...stored, mapType: 'usa' })
    const { shapes, unknown } = prepare(data(...codes.map((code, index): Cell[] => [code, index])), options, states, 'light')
    expect(shapes.filter(({ value }) => value !== null)).toHaveLength(51)
    expect(unknown).toEqual(['PR', 'GU', 'VI', 'AS', 'MP', 'PW'])
  })

  it('of the USA shows Alaska and Hawaii below the other states if it has insets (CHORO-18)', () => {
    const drawn = withInsets(shapesIn('usa'))
    const boundsIn = (code: string) => {
      const state = drawn.filter(({ properties }) => properties.usps_abbrev === code)
      return firstView('usa', state, true)
    }
    const [alaska, hawaii, texas, california] = ['AK', 'HI', 'TX', 'CA'].map(boundsIn)
    if (!alaska || !hawaii || !texas || !california) throw new Error('A state is missing.')
    // South of California, left of Texas, and beside each other.
    expect(alaska.north).toBeLessThan(california.south)
    expect(hawaii.east).toBeLessThan(texas.west + 5)
    expect(alaska.east).toBeLessThan(hawaii.east)
    // On a map without insets, Alaska would be as wide as the mainland.
    expect(alaska.east - alaska.west).toBeLessThan(2 * (texas.east - texas.west))
    expect(ChoroplethOptions.parse({}).insets).toBe(false)
  })

  it('has a legend of its classes (CHORO-12)', () => {
    const { classes } = draw({ steps: 3 }, ['DEU', 0], ['FRA', 50], ['ITA', 90])
    expect(classes.map(({ low, high }) => [low, high])).toEqual([
      [0, 30],
      [30, 60],
      [60, 90],
    ])
  })

  it('formats values, and shows a placeholder if there is none (CHORO-05, CHORO-06)', () => {
    const options = ChoroplethOptions.parse({ valueFormat: '0,0', noValuePlaceholder: 'none' })
    expect([1234.5, null].map((value) => valueText(value, options, plainMarks))).toEqual(['1,235', 'none'])
  })

  it('fills templates with the region, its value and its row (CHORO-08, CHORO-09)', () => {
    const rows = data(['DEU', 1234, 'a <b>note</b>'])
    const options = ChoroplethOptions.parse(stored)
    const { shapes } = prepare(rows, options, countries, 'light')
    const [germany, drawn] = [countries[at('DEU')], shapes[at('DEU')]]
    if (!germany || !drawn) throw new Error('Germany is not on the map.')
    const said = ['@@name', '@@iso_a2', '@@value', 'note', '@@nothing', 'gone'].map((name) =>
      lookUp(name, germany, drawn, rows, options, sampleFormats),
    )
    expect(said).toEqual(['Germany', 'DE', '1,234.00', 'a <b>note</b>', undefined, undefined])
    expect(popupTemplate(options)).toContain('{{ @@name_long }}')
    expect(popupTemplate(ChoroplethOptions.parse({ popup: { template: 'x' } }))).toBe('x')
  })
})

describe('the map files', () => {
  it('contain all countries, states and prefectures with their codes (OPEN-17, CHORO-01)', () => {
    expect(countries.length).toBeGreaterThan(230)
    expect(countries[at('DEU')]).toMatchObject({ name: 'Germany', iso_a2: 'DE', iso_a3: 'DEU', iso_n3: '276' })
    const states = propertiesIn('usa')
    expect(states).toHaveLength(51)
    expect(states).toContainEqual({ name: 'California', usps_abbrev: 'CA', fips_code: '06', geoid: '06', ns_code: '01779778' })
    const prefectures = propertiesIn('subdiv_japan')
    expect(prefectures).toHaveLength(47)
    expect(prefectures).toContainEqual(expect.objectContaining({ name: 'Tokyo', name_local: '東京都', iso_3166_2: 'JP-13' }))
  })

  it('cross the date line, but extend no further', () => {
    for (const mapType of ['countries', 'usa', 'subdiv_japan'] as const) {
      const points = shapesIn(mapType).flatMap(({ geometry }) => geometry.coordinates.flat(2))
      expect(points.length).toBeGreaterThan(1000)
      expect(points.every(([lng, lat]) => Math.abs(lng) <= 200 && Math.abs(lat) <= 90)).toBe(true)
    }
  })
})
