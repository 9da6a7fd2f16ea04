import { column, type Sample } from '../samples.ts'

const columns = [column('step', 'string'), column('amount', 'float'), column('is_total', 'boolean')]
const options = { stepColumn: 'step', valueColumn: 'amount' }

/** Steps with a total at the end, with totals between, below zero, and without numbers. */
export const samples: Sample[] = [
  {
    title: 'From sales to profit',
    columns,
    rows: [
      ['Sales', 480_000, false],
      ['Services', 120_500, false],
      ['Refunds', -38_200, false],
      ['Salaries', -290_000, false],
      ['Rent', -64_000, false],
      ['Interest', 3_100, false],
    ],
    total: null,
    options: { ...options, finalTotalName: 'Profit' },
  },
  {
    title: 'A balance by quarter',
    columns,
    rows: [
      ['January', 900, true],
      ['First quarter', 250, false],
      ['Second quarter', -1_600, false],
      ['July', null, true],
      ['Third quarter', 300, false],
      ['Fourth quarter', 410, false],
      ['December', 260, true],
    ],
    total: null,
    options: { ...options, totalColumn: 'is_total', connectors: false },
  },
  { title: 'A waterfall of words', columns, rows: [['Sales', 'many', false]], total: null, options },
]
