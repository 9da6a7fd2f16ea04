import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'

const random = randomNumbers(41)
const names = ['open', 'high', 'low', 'close']
const columns = [column('day', 'date'), ...names.map((name) => column(name, 'float')), column('volume', 'integer')]
let price = 120
const rows = Array.from({ length: 60 }, (_, n): Cell[] => {
  const open = price
  price = Math.max(20, price + (random() - 0.48) * 8)
  const day = new Date(Date.UTC(2024, 0, 2) + n * 86_400_000).toISOString().slice(0, 10)
  const prices = [open, Math.max(open, price) + random() * 4, Math.min(open, price) - random() * 4, price]
  return [day, ...prices.map((one) => Number(one.toFixed(2))), Math.round(1_000_000 * (0.5 + random()))]
})
const options = { timeColumn: 'day', openColumn: 'open', highColumn: 'high', lowColumn: 'low', closeColumn: 'close' }

/** Prices with and without volumes, and rows without prices. */
export const samples: Sample[] = [
  { title: 'A share with volumes', columns, rows, total: null, options: { ...options, volumeColumn: 'volume' } },
  { title: 'A share in two weeks', columns, rows: rows.slice(0, 14), total: null, options },
  { title: 'A share without prices', columns, rows: [['2024-01-01', null, 1, 1, 1, 1]], total: null, options },
]
