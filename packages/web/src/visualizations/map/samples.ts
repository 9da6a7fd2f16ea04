import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'

const places: [string, number, number, string][] = [
  ['Berlin', 52.52, 13.4, 'Capital'],
  ['Hamburg', 53.55, 9.99, 'Port'],
  ['Munich', 48.14, 11.58, 'Inland'],
  ['Paris', 48.86, 2.35, 'Capital'],
  ['Marseille', 43.3, 5.37, 'Port'],
  ['Lyon', 45.76, 4.84, 'Inland'],
  ['Rome', 41.9, 12.5, 'Capital'],
  ['Naples', 40.85, 14.27, 'Port'],
  ['Madrid', 40.42, -3.7, 'Capital'],
  ['Lisbon', 38.72, -9.14, 'Capital'],
]

function many(count: number): Cell[][] {
  const random = randomNumbers(17)
  return Array.from({ length: count }, (_, index): Cell[] => {
    const [name = '', lat = 0, lng = 0] = places[index % places.length] ?? []
    const near = () => (random() + random() - 1) * 2.5
    return [`${name} ${index}`, lat + near(), lng + near()]
  })
}

export const samples: Sample[] = [
  {
    title: 'Markers in groups',
    columns: [column('city', 'string'), column('lat', 'float'), column('lon', 'float'), column('kind', 'string')],
    rows: [...places.map((place): Cell[] => [...place]), ['Nowhere', null, 1, 'Port']],
    total: null,
    options: { classify: 'kind', clusterMarkers: false, groups: { Port: { color: '#E37611' } } },
  },
  {
    title: 'Two thousand markers in clusters',
    columns: [column('name', 'string'), column('lat', 'float'), column('lon', 'float')],
    rows: many(2000),
    total: null,
    options: {},
  },
  {
    title: 'Markers of their own looks',
    columns: [column('city', 'string'), column('lat', 'float'), column('lon', 'float')],
    rows: places.map(([name, lat, lng]): Cell[] => [name, lat, lng]),
    total: null,
    options: {
      clusterMarkers: false,
      customizeMarkers: true,
      iconShape: 'marker',
      iconFont: 'star',
      backgroundColor: '#E37611',
      borderColor: '#A55F2A',
      foregroundColor: '#FFFFFF',
    },
  },
]
