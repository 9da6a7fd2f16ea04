import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'

function delays(): Cell[][] {
  const random = randomNumbers(13)
  const normal = () => random() + random() + random() + random() - 2
  return Array.from({ length: 160 }, (_, n): Cell[] => [
    Number((12 + normal() * 9).toFixed(2)),
    Number((18 + normal() * 14).toFixed(2)),
    n % 40 === 0 ? 64 : Number((9 + normal() * 6).toFixed(2)),
  ])
}

/** A box for each column, and columns without numbers. */
export const samples: Sample[] = [
  {
    title: 'Delays in boxes',
    columns: [column('Delta', 'float'), column('United', 'float'), column('Alaska', 'float')],
    rows: delays(),
    total: null,
    options: { xAxisLabel: 'Carrier', yAxisLabel: 'Minutes' },
  },
  { title: 'Boxes of words', columns: [column('word', 'string')], rows: [['a']], total: null, options: {} },
]
