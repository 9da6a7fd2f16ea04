import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { column } from '../samples.ts'
import type { ColumnData } from '../visualization.ts'
import { layerOf, MapOptions, needs, prepare, problem, suggest, viewOf } from './prepare.ts'

const columns = [column('lat', 'float'), column('lon', 'float'), column('kind', 'string'), column('name', 'string')]
const data = (rows: Cell[][], total = rows.length): ColumnData => ({
  kind: 'columns',
  columns,
  total,
  shown: rows.length,
  values: columns.map((_, index) => rows.map((row) => row[index] ?? null)),
})
const options = (stored: object = {}) => MapOptions.parse(stored)
const kinds: Cell[][] = [
  [1, 2, 'port', 'A'],
  [3, 4, null, 'B'],
  [5, 6, 'port', 'C'],
]

describe('the columns of a map with markers', () => {
  const choose = 'Choose a latitude and a longitude column.'
  const silent = { popup: { enabled: false }, tooltip: { enabled: false } }

  it('must both be in the result before data is requested', () => {
    for (const gone of [{ latColName: 'gone' }, { lonColName: 'gone' }]) {
      expect(problem(options(gone), columns)).toBe(choose)
      expect(needs(options(gone), columns)).toEqual({ kind: 'columns', columns: [], extreme: null })
    }
  })

  it('are requested with the group column and the columns in enabled templates', () => {
    const requested = (stored: object) => needs(options(stored), columns)
    expect(requested(silent)).toEqual({ kind: 'columns', columns: ['lat', 'lon'], extreme: null })
    expect(requested({ ...silent, classify: 'kind' })).toMatchObject({ columns: ['lat', 'lon', 'kind'] })
    expect(requested({ ...silent, tooltip: { enabled: true, template: '{{ name }} {{ gone }}' } })).toMatchObject({
      columns: ['lat', 'lon', 'name'],
    })
    expect(requested({ ...silent, tooltip: { enabled: true, template: '  ' } })).toMatchObject({
      columns: ['lat', 'lon', 'kind', 'name'],
    })
    expect(requested({ ...silent, popup: { enabled: true, template: 'none' } })).toMatchObject({ columns: ['lat', 'lon'] })
  })

  it('are suggested by exact name first, then by a part of the name', () => {
    const of = (...names: string[]) => suggest(names.map((name) => column(name, 'float')))
    expect(of('platform', 'LAT', 'longest', 'Lng')).toEqual({ latColName: 'LAT', lonColName: 'Lng' })
    expect(of('latitudes', 'latitude', 'longitudes', 'longitude')).toEqual({ latColName: 'latitude', lonColName: 'longitude' })
    expect(of('a_lat', 'lats', 'a_lat_b', 'a_lon', 'lons')).toEqual({ latColName: 'a_lat', lonColName: 'a_lon' })
    expect(of('xlat', 'lat', 'xlon', 'lon')).toEqual({ latColName: 'lat', lonColName: 'lon' })
    expect(of('xlat', 'xlong', 'long')).toEqual({ latColName: 'xlat', lonColName: 'long' })
    expect(of('the_lng')).toEqual({ lonColName: 'the_lng' })
    expect(of('my_lat')).toEqual({ latColName: 'my_lat' })
    expect(of('x', 'y')).toEqual({})
  })
})

describe('the groups of markers', () => {
  it('are a single group named All, with the colour of the markers only if they have a custom style', () => {
    const color = (stored: object) => prepare(data(kinds), options(stored)).groups.map((group) => [group.name, group.color])
    const own = { customizeMarkers: true, backgroundColor: '#ABCDEF' }
    expect(color({})).toEqual([['All', '#3E5EDB']])
    expect(color({ backgroundColor: '#ABCDEF' })).toEqual([['All', '#3E5EDB']])
    expect(color(own)).toEqual([['All', '#ABCDEF']])
    expect(color({ ...own, groups: { All: { color: '#123456' } } })).toEqual([['All', '#123456']])
    expect(color({ ...own, classify: 'kind' })).toEqual([
      ['port', '#3E5EDB'],
      ['null', '#D74E3D'],
    ])
  })

  it('contain the points of their rows in order', () => {
    expect(prepare(data(kinds), options({ classify: 'kind' }))).toEqual({
      groups: [
        {
          name: 'port',
          color: '#3E5EDB',
          points: [
            { lat: 1, lng: 2, row: 0 },
            { lat: 5, lng: 6, row: 2 },
          ],
        },
        { name: 'null', color: '#D74E3D', points: [{ lat: 3, lng: 4, row: 1 }] },
      ],
      bounds: { south: 1, west: 2, north: 5, east: 6 },
      skipped: { empty: 0, invalid: 0 },
      note: null,
    })
  })

  it('are all named null if the result has lost the group column', () => {
    expect(prepare(data(kinds), options({ classify: 'gone' })).groups.map(({ name }) => name)).toEqual(['null'])
  })

  it('are empty, without bounds, if the result has lost a coordinate or has no rows', () => {
    const empty = { groups: [], bounds: null, skipped: { empty: 0, invalid: 0 }, note: null }
    expect(prepare(data([]), options())).toEqual(empty)
    expect(prepare(data(kinds), options({ latColName: 'gone' }))).toEqual(empty)
    expect(viewOf(options(), prepare(data([]), options()))).toBeNull()
  })

  it('include the poles and longitudes up to one and a half turns, and nothing beyond', () => {
    const at = (lat: Cell, lng: Cell) => prepare(data([[lat, lng, null, null]]), options()).skipped
    const drawn = { empty: 0, invalid: 0 }
    const invalid = { empty: 0, invalid: 1 }
    for (const [lat, lng] of [
      [90, 540],
      [-90, -540],
      [0, 0],
    ] as const)
      expect(at(lat, lng)).toEqual(drawn)
    for (const [lat, lng] of [
      [90.1, 0],
      [-90.1, 0],
      [0, 540.1],
      [0, -540.1],
      ['x', 0],
      [0, 'x'],
    ] as const)
      expect(at(lat, lng)).toEqual(invalid)
    expect([at(null, 0), at(0, null), at(null, null), at(null, 'x')]).toEqual(Array(4).fill({ empty: 1, invalid: 0 }))
  })
})

describe('the note of a map with markers', () => {
  it('names only the parts of the result that are not drawn', () => {
    const note = (rows: Cell[][], total = rows.length) => prepare(data(rows, total), options()).note
    const [place, empty, invalid]: Cell[][] = [
      [1, 2],
      [null, 2],
      [91, 2],
    ]
    if (!place || !empty || !invalid) throw new Error('There are three rows.')
    expect(note([place])).toBeNull()
    expect(note([place], 1234)).toBe('1 of 1,234 rows')
    expect(note([place, empty])).toBe('1 without a place')
    expect(note([place, invalid])).toBe('1 not on the globe')
    expect(note([place, empty, invalid, invalid], 5)).toBe('4 of 5 rows, 1 without a place, 2 not on the globe')
  })
})

describe('the tile layer of a map', () => {
  const layers = [
    { name: 'First', url: 'https://tiles.example.com/{z}/{x}/{y}.png', attribution: '© First' },
    { name: 'Second', url: 'https://{s}.example.org/{z}/{x}/{y}.png', attribution: '© Second' },
  ]
  const nameOf = (stored: string | undefined) => layerOf(stored, layers)?.name

  it('is the first one if no URL is stored', () => {
    expect([nameOf(undefined), nameOf(''), nameOf('  ')]).toEqual(['First', 'First', 'First'])
  })

  it('is recognized by its URL regardless of scheme and subdomain', () => {
    for (const start of ['https://', 'http://', '//', ''])
      for (const subdomain of ['{s}.', '']) expect(nameOf(`${start}${subdomain}example.org/{z}/{x}/{y}.png`)).toBe('Second')
  })

  it('is a custom one for the URL of another server, with https if the stored URL has no scheme', () => {
    const custom = (url: string) => ({ name: 'Custom', url, attribution: '' })
    expect(layerOf('//own.example.com/{z}', layers)).toEqual(custom('https://own.example.com/{z}'))
    expect(layerOf('http://own.example.com/{z}', layers)).toEqual(custom('http://own.example.com/{z}'))
    expect(layerOf('https://own.example.com/{z}', layers)).toEqual(custom('https://own.example.com/{z}'))
  })

  it('is the first one if the stored text is not a web URL', () => {
    const wrong = ['ftp://a.example', 'x https://a.example', 'https://', 'https://a b', 'https://a"b', "https://a'b", 'tiles']
    expect(wrong.map(nameOf)).toEqual(wrong.map(() => 'First'))
  })
})
