import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'

const columns = [
  column('carrier', 'string'),
  column('hub', 'string'),
  column('quarter', 'string'),
  column('month', 'date'),
  column('flights', 'integer'),
  column('delay_minutes', 'float'),
]

function flights(): Cell[][] {
  const random = randomNumbers(9)
  return ['Alaska', 'Delta', 'JetBlue', 'United'].flatMap((carrier, at) =>
    ['EWR', 'SEA', 'SFO'].flatMap((hub) =>
      Array.from({ length: 12 }, (_, month): Cell[] => [
        carrier,
        hub,
        `Q${Math.floor(month / 3) + 1}`,
        new Date(Date.UTC(2025, month, 1)).toISOString().slice(0, 10),
        Math.round(120 + at * 60 + random() * 300),
        Number((4 + at * 3 + random() * 12).toFixed(2)),
      ]).filter(() => carrier !== 'Alaska' || hub !== 'EWR'),
    ),
  )
}

const rows = flights()

/** Pivot tables with one and two levels, as a heatmap, and as text. */
export const samples: Sample[] = [
  {
    title: 'Flights by carrier and quarter',
    columns,
    rows,
    total: null,
    options: { rows: ['carrier', 'hub'], cols: ['quarter'], vals: ['flights'], aggregatorName: 'Integer Sum' },
  },
  {
    title: 'Average delay as a heatmap, with controls',
    columns,
    rows,
    total: null,
    options: {
      controls: { enabled: true },
      rows: ['carrier'],
      cols: ['month'],
      vals: ['delay_minutes'],
      aggregatorName: 'Average',
      rendererName: 'Table Heatmap',
    },
  },
  {
    title: 'Average delay with subtotals of carriers and quarters',
    columns,
    rows,
    total: null,
    options: {
      rows: ['carrier', 'hub'],
      cols: ['quarter', 'month'],
      vals: ['delay_minutes'],
      aggregatorName: 'Average',
      subtotals: { rows: true, cols: true },
      collapsed: { rows: [['Delta']], cols: [['Q1'], ['Q2'], ['Q4']] },
    },
  },
  { title: 'A pivot table that is not arranged', columns, rows, total: null, options: {} },
  {
    title: 'A pivot table as text',
    columns,
    rows,
    total: null,
    options: { rows: ['hub'], cols: ['quarter'], rendererName: 'Exportable TSV' },
  },
]
