import { column, type Sample } from '../samples.ts'

const columns = [column('load', 'float'), column('limit', 'integer'), column('goal', 'integer')]
const ranges = [
  { upTo: 60, level: 'good' },
  { upTo: 80, level: 'warning' },
  { upTo: null, level: 'bad' },
]

/** A value within ranges, one above a scale from the result, and one that is no number. */
export const samples: Sample[] = [
  {
    title: 'Load of the server',
    columns,
    rows: [[72.5, 100, 65]],
    total: null,
    options: { valueColumn: 'load', max: 100, targetColumn: 'goal', ranges, suffix: ' %' },
  },
  {
    title: 'More than the limit',
    columns,
    rows: [[1_240_000, 1_000_000, 65]],
    total: null,
    options: { valueColumn: 'load', maxColumn: 'limit', prefix: '€ ', label: 'Spent this year' },
  },
  {
    title: 'A gauge of a word',
    columns: [column('word', 'string')],
    rows: [['a']],
    total: null,
    options: { valueColumn: 'word' },
  },
]
