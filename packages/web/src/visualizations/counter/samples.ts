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
  {
    title: 'A counter for which lower is better, with a line',
    columns: [column('delay', 'float'), column('goal', 'float')],
    rows: [
      [14.2, 13.5],
      [16.8, 13.5],
      [15.1, 13.5],
      [null, 13.5],
      [13.9, 13.5],
      [13.1, 13.5],
      [12.7, 13.5],
    ],
    total: null,
    options: {
      counterColName: 'delay',
      rowNumber: -1,
      targetColName: 'goal',
      formatTargetValue: true,
      stringDecimal: 1,
      stringSuffix: ' min',
      counterLabel: 'Average delay',
      lowerIsBetter: true,
      comparison: 'difference',
      sparklineColumn: 'delay',
    },
  },
  {
    title: 'A counter as a share of its target',
    columns,
    rows: [[984, 1200, 'open']],
    total: null,
    options: { counterColName: 'flights', targetColName: 'goal', formatTargetValue: true, comparison: 'share' },
  },
  {
    title: 'The latest value over time',
    columns: [column('month', 'date'), column('sales', 'integer')],
    rows: [
      ['2026-01-01', 186204],
      ['2026-02-01', 182400],
      ['2026-03-01', 191350],
    ],
    total: null,
    options: { counterColName: 'sales', timeColumn: 'month', counterLabel: 'Sales' },
  },
  { title: 'A word', columns, rows, total: null, options: { counterColName: 'state' } },
  { title: 'A counter whose column is gone', columns, rows, total: null, options: { counterColName: 'gone' } },
]
