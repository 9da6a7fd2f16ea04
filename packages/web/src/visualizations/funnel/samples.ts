import { column, type Sample } from '../samples.ts'

const columns = [column('step', 'string'), column('visitors', 'integer'), column('place', 'integer')]
const stored = { stepCol: { colName: 'step' }, valueCol: { colName: 'visitors', displayAs: 'Visitors' } }

/** Funnels by value, by another column, and with values that are not numbers. */
export const samples: Sample[] = [
  {
    title: 'A checkout',
    columns,
    rows: [
      ['Opened the shop', 48_211, 1],
      ['Looked at a flight', 31_904, 2],
      ['Chose a seat', 12_338, 3],
      ['Entered payment', 7_412, 4],
      ['Booked', 6_120, 5],
      ['Booked again', 2, 6],
    ],
    total: null,
    options: stored,
  },
  {
    title: 'A funnel in an order of its own',
    columns,
    rows: [
      ['Searched', 300, 2],
      ['Came back', 4100, 3],
      ['Arrived', 390, 1],
    ],
    total: null,
    options: { ...stored, autoSort: false, sortKeyCol: { colName: 'place' } },
  },
  { title: 'A funnel of words', columns, rows: [['Opened', 'many', 1]], total: null, options: stored },
]
