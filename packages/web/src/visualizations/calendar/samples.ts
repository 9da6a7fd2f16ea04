import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'

const random = randomNumbers(37)
const columns = [column('day', 'date'), column('orders', 'integer')]
const start = Date.UTC(2023, 2, 1)
const rows = Array.from({ length: 600 }, (_, n): Cell[] => [
  new Date(start + n * 86_400_000).toISOString().slice(0, 10),
  Math.round(40 + 30 * Math.sin(n / 58) + 30 * random() - (n % 7 > 4 ? 25 : 0)),
]).filter((_, n) => n % 23 !== 0)

/** Two years with gaps, a count of times, and a column without dates. */
export const samples: Sample[] = [
  { title: 'Orders by day', columns, rows, total: null, options: { dateColumn: 'day', valueColumn: 'orders' } },
  {
    title: 'Sign-ins by day',
    columns: [column('at', 'datetime')],
    rows: ['2024-05-01T23:30:00Z', '2024-05-01T10:00:00Z', '2024-05-09T10:00:00Z', null].map((at) => [at]),
    total: null,
    options: { dateColumn: 'at', weekStart: 'sunday' },
  },
  {
    title: 'A calendar of nothing',
    columns,
    rows: [[null, 1]],
    total: null,
    options: { dateColumn: 'day', valueColumn: 'orders' },
  },
]
