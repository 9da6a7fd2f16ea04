import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'

const remarks = [
  'late crew and late aircraft',
  'weather over the coast and late crew',
  'air traffic control held the aircraft',
  'passenger missing at the gate',
  'late baggage and full flight',
  'weather at the destination',
  'fuel stop and short runway',
  'crew change at the gate',
]
const cities = [
  'Oslo',
  'Bergen',
  'Stockholm',
  'Lisbon',
  'Reykjavik',
  'Kyoto',
  'Quito',
  'Montevideo',
  'Perth',
  'Dakar',
  'Riga',
  'Porto',
]

function visits(count: number): Cell[][] {
  const random = randomNumbers(21)
  return Array.from({ length: count }, (_, n): Cell[] => [
    n < cities.length ? (cities[n] ?? '') : `${cities[n % cities.length]}${n}`,
    Math.round(1000 / (n + 1) + random() * 40),
  ])
}

export const samples: Sample[] = [
  {
    title: 'Words of remarks',
    columns: [column('remark', 'string')],
    rows: Array.from({ length: 200 }, (_, n): Cell[] => [remarks[(n * n) % remarks.length] ?? null]),
    total: null,
    options: { column: 'remark' },
  },
  {
    title: 'Cities by visits',
    columns: [column('city', 'string'), column('visits', 'integer')],
    rows: visits(120),
    total: null,
    options: { column: 'city', frequenciesColumn: 'visits' },
  },
  {
    title: 'Two thousand words',
    columns: [column('city', 'string'), column('visits', 'integer')],
    rows: visits(2000),
    total: null,
    options: { column: 'city', frequenciesColumn: 'visits' },
  },
  { title: 'A cloud without words', columns: [column('n', 'integer')], rows: [[1]], total: null, options: {} },
]
