import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'

const random = randomNumbers(31)
const continents = ['Europe', 'Asia', 'Africa', 'Americas', 'Oceania']
const rows = continents.flatMap((continent, at) =>
  Array.from({ length: 12 }, (_, n): Cell[] => [
    continent,
    `${continent} ${n + 1}`,
    Math.round((900 * random() ** 3 + 5) * (6 - at)),
    Number((2 + random() * 8).toFixed(1)),
  ]),
)
const columns = [
  column('continent', 'string'),
  column('country', 'string'),
  column('sales', 'integer'),
  column('growth', 'float'),
]

/** Two levels, colours by an average with a tile for the rest, and sizes below zero. */
export const samples: Sample[] = [
  {
    title: 'Sales by continent',
    columns,
    rows,
    total: null,
    options: { levels: ['continent', 'country'], sizeColumn: 'sales' },
  },
  {
    title: 'Growth by country',
    columns,
    rows,
    total: null,
    options: { levels: ['country'], sizeColumn: 'sales', colorColumn: 'growth', maxTiles: 25 },
  },
  {
    title: 'A treemap of losses',
    columns,
    rows: [
      ['Europe', 'a', -5, 1],
      ['Asia', 'b', 0, 1],
    ],
    total: null,
    options: { levels: ['continent'], sizeColumn: 'sales' },
  },
]
