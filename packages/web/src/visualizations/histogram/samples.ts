import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'

const random = randomNumbers(29)
const normal = () => random() + random() + random() + random() - 2

const delays = Array.from({ length: 400 }, (_, n): Cell[] => [
  n % 80 === 0 ? null : Number((12 + normal() * 14).toFixed(2)),
  1 + Math.floor(random() * 6),
])
const columns = [column('delay', 'float'), column('dice', 'integer')]

/** Numbers with fractions, whole numbers, shares up to each range, and a column without numbers. */
export const samples: Sample[] = [
  { title: 'Delays in ranges', columns, rows: delays, total: null, options: { column: 'delay' } },
  { title: 'Six sides of a dice', columns, rows: delays, total: null, options: { column: 'dice', color: '#238F66' } },
  {
    title: 'Shares of delays',
    columns,
    rows: delays,
    total: null,
    options: { column: 'delay', share: true, cumulative: true, rangeMin: 0, rangeMax: 30, bins: 12, xTitle: 'Minutes' },
  },
  {
    title: 'A histogram of words',
    columns: [column('word', 'string')],
    rows: [['a']],
    total: null,
    options: { column: 'word' },
  },
]
