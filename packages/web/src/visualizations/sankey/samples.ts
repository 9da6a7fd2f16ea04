import type { Cell } from '@sightline/contract/results.ts'
import { column, type Sample } from '../samples.ts'

const rows: Cell[][] = [
  ['Search', 'Flight', 'Seat', 'Paid', 4120],
  ['Search', 'Flight', 'Seat', null, 2210],
  ['Search', 'Flight', null, null, 5360],
  ['Search', 'Deals', 'Seat', 'Paid', 1890],
  ['News', 'Deals', 'Seat', 'Paid', 2980],
  ['News', 'Deals', null, null, 3740],
  ['News', 'Flight', 'Seat', null, 1290],
  ['Ad', 'Deals', 'Seat', null, 1660],
  ['Ad', 'Help', null, null, 1050],
]

/** Paths of visitors, paths with a hundred ends, and a result without paths. */
export const samples: Sample[] = [
  {
    title: 'From where to where',
    columns: [...[1, 2, 3, 4].map((step) => column(`stage${step}`, 'string')), column('value', 'integer')],
    rows,
    total: null,
    options: {},
  },
  {
    title: 'A hundred ends',
    columns: [column('stage1', 'string'), column('stage2', 'string'), column('value', 'integer')],
    rows: Array.from({ length: 100 }, (_, n): Cell[] => [`Hub ${n % 4}`, `Stop ${n}`, ((n * 37) % 90) + 4]),
    total: null,
    options: {},
  },
  { title: 'A Sankey diagram of other columns', columns: [column('n', 'integer')], rows: [[1]], total: null, options: {} },
]
