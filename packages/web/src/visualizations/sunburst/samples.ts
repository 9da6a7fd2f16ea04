import type { Cell } from '@sightline/contract/results.ts'
import { column, type Sample } from '../samples.ts'

const steps: Cell[][] = [
  ['Home', 'Search', 'Flight', 'Seat', 'Paid', 4120],
  ['Home', 'Search', 'Flight', 'Seat', null, 2210],
  ['Home', 'Search', 'Flight', null, null, 5360],
  ['Home', 'Search', null, null, null, 6930],
  ['Home', 'Deals', 'Flight', 'Seat', 'Paid', 2980],
  ['Home', 'Deals', 'Flight', null, null, 1740],
  ['Home', 'Help', null, null, null, 1290],
  ['News', 'Deals', 'Flight', 'Seat', null, 1660],
  ['News', 'Deals', null, null, null, 3050],
  ['News', 'Home', 'Search', null, null, 880],
  ['Ad', 'Deals', 'Seat', 'Paid', null, 1480],
  ['Ad', null, null, null, null, 2390],
]

/** Paths of visitors in both forms, and a result without paths. */
export const samples: Sample[] = [
  {
    title: 'Ways through the shop',
    columns: [...[1, 2, 3, 4, 5].map((step) => column(`stage${step}`, 'string')), column('value', 'integer')],
    rows: steps,
    total: null,
    options: {},
  },
  {
    title: 'Ways as sequences',
    columns: [column('sequence', 'integer'), column('stage', 'integer'), column('node', 'string'), column('value', 'integer')],
    rows: [
      [1, 1, 'Gate', 50],
      [1, 2, 'Lounge', 50],
      [2, 1, 'Gate', 30],
      [2, 2, 'Shop', 30],
      [3, 1, 'Train', 20],
    ],
    total: null,
    options: {},
  },
  { title: 'A sunburst of other columns', columns: [column('n', 'integer')], rows: [[1]], total: null, options: {} },
]
