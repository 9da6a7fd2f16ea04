import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import type { ColumnData } from '../visualization.ts'
import { layerOf, MapOptions, needs, prepare, problem, suggest, viewOf } from './prepare.ts'

const column = (name: string, type: 'string' | 'float' = 'float') => ({ name, type, source_type: '' })
const columns = [column('lat'), column('lon'), column('kind', 'string'), column('name', 'string')]
const data = (...rows: Cell[][]): ColumnData => ({
  kind: 'columns',
  columns,
  total: rows.length,
  shown: rows.length,
  values: columns.map((_, index) => rows.map((row) => row[index] ?? null)),
})
const options = (stored: object = {}) => MapOptions.parse(stored)
const rows: Cell[][] = [
  [52, 13, 'port', 'A'],
  [53, '10.5', 'inland', 'B'],
  [null, 10, 'port', 'C'],
  [10, null, 'port', 'D'],
  [200, 10, 'port', 'E'],
  ['north', 10, 'port', 'F'],
]

describe('the options of a map with markers', () => {
  it('have their defaults (MARKER-02, MARKER-04, MARKER-06, OPEN-60)', () => {
    expect(options()).toMatchObject({
      latColName: 'lat',
      lonColName: 'lon',
      classify: null,
      clusterMarkers: true,
      customizeMarkers: false,
      iconShape: 'marker',
      iconFont: 'circle',
      foregroundColor: '#ffffff',
      popup: { enabled: true, template: '' },
      tooltip: { enabled: false, template: '' },
    })
    expect(options({ classify: 'none' }).classify).toBeNull()
  })

  it('keep unknown options and replace unreadable values by defaults', () => {
    const foreign = { heat: 1, popup: { enabled: false, font: 2 }, groups: { port: { color: '#123456', order: 3 } } }
    expect(options(foreign)).toMatchObject(foreign)
    expect(options({ iconShape: 'ufo', groups: 'x', bounds: 9 })).toMatchObject({ iconShape: 'marker', groups: {}, bounds: 9 })
  })

  it('define the columns of the coordinates (MARKER-01)', () => {
    expect(problem(options(), columns)).toBeNull()
    expect(problem(options({ latColName: 'gone' }), columns)).toBe('Choose a latitude and a longitude column.')
    expect(suggest([column('Latitude'), column('lng')])).toEqual({ latColName: 'Latitude', lonColName: 'lng' })
  })

  it('request the columns that are drawn or used in templates', () => {
    expect(needs(options(), columns)).toMatchObject({ columns: ['lat', 'lon', 'kind', 'name'] })
    expect(needs(options({ popup: { template: '{{ name }}' } }), columns)).toMatchObject({ columns: ['lat', 'lon', 'name'] })
    expect(needs(options({ popup: { enabled: false }, classify: 'kind' }), columns)).toMatchObject({
      columns: ['lat', 'lon', 'kind'],
    })
  })
})

describe('markers', () => {
  it('are placed at the coordinates of their rows; the others are skipped, with a note (MARKER-01, MARKER-07)', () => {
    const { groups, skipped, note } = prepare(data(...rows), options())
    expect(groups).toMatchObject([
      {
        name: 'All',
        points: [
          { lat: 52, lng: 13, row: 0 },
          { lat: 53, lng: 10.5, row: 1 },
        ],
      },
    ])
    expect(skipped).toEqual({ empty: 2, invalid: 2 })
    expect(note).toBe('2 without a place, 2 not on the globe')
  })

  it('are grouped by a column, each group with its own colour (MARKER-03)', () => {
    const { groups } = prepare(data(...rows), options({ classify: 'kind', groups: { inland: { color: '#123456' } } }))
    expect(groups.map(({ name, color, points }) => [name, color, points.length])).toEqual([
      ['port', '#3E5EDB', 1],
      ['inland', '#123456', 1],
    ])
  })

  it('are all visible unless bounds are stored (MARKER-09)', () => {
    const markers = prepare(data(...rows), options())
    expect(viewOf(options(), markers)).toEqual({ south: 52, west: 10.5, north: 53, east: 13 })
    const stored = options({ bounds: { _southWest: { lat: 1, lng: 2 }, _northEast: { lat: 3, lng: 4 } } })
    expect(viewOf(stored, markers)).toEqual({ south: 1, west: 2, north: 3, east: 4 })
  })

  it('have the background colour of their custom style (MARKER-06)', () => {
    const own = { customizeMarkers: true, backgroundColor: '#ABCDEF' }
    expect(prepare(data(...rows), options(own)).groups[0]?.color).toBe('#ABCDEF')
  })
})

describe('the background of a map', () => {
  const { mapTiles } = sampleFormats

  it('is one of the tile layers, the first by default, or a custom URL (MARKER-05, OPEN-20)', () => {
    expect(layerOf(undefined, mapTiles)?.name).toBe('OpenStreetMap')
    expect(layerOf('//{s}.tile.openstreetmap.org/{z}/{x}/{y}.png', mapTiles)?.name).toBe('OpenStreetMap')
    expect(layerOf(mapTiles[9]?.url, mapTiles)?.name).toBe('CARTO Dark Matter')
    expect(layerOf('https://own.example.com/{z}/{x}/{y}.png', mapTiles)).toEqual({
      name: 'Custom',
      url: 'https://own.example.com/{z}/{x}/{y}.png',
      attribution: '',
    })
  })

  it('is empty, and no server is contacted, if the installation has no tile layers', () => {
    expect(layerOf('https://own.example.com/{z}/{x}/{y}.png', [])).toBeNull()
    expect(layerOf(undefined, [])).toBeNull()
  })

  it('cannot be a script URL', () => {
    expect(layerOf('javascript:alert(1)', mapTiles)?.name).toBe('OpenStreetMap')
  })
})
