import { column, type Sample } from '../samples.ts'

const columns = [column('flights', 'integer'), column('goal', 'integer'), column('state', 'string')]
const rows = [
  [186204, 182400, 'open'],
  [79.4375, 81, 'closed'],
]

export const samples: Sample[] = [
  {
    title: 'A counter above its target',
    columns,
    rows,
    total: null,
    options: { counterColName: 'flights', targetColName: 'goal', counterLabel: 'Flights', formatTargetValue: true },
  },
  {
    title: 'A counter below its target',
    columns,
    rows,
    total: null,
    options: {
      counterColName: 'flights',
      rowNumber: -1,
      targetColName: 'goal',
      targetRowNumber: -1,
      stringDecimal: 1,
      stringSuffix: '%',
      counterLabel: 'On time',
    },
  },
  { title: 'A word', columns, rows, total: null, options: { counterColName: 'state' } },
  { title: 'A counter whose column is gone', columns, rows, total: null, options: { counterColName: 'gone' } },
]
