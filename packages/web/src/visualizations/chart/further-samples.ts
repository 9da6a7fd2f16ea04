import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'

const whole = { total: null }
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const airlines = ['Alaska', 'American', 'Delta', 'JetBlue', 'United']

/** Flights by hour and weekday, with two busy times a day. */
function busyHours(): Cell[][] {
  const random = randomNumbers(5)
  return weekdays.flatMap((day, at) =>
    Array.from({ length: 18 }, (_, index): Cell[] => {
      const hour = index + 5
      const busy = Math.exp(-((hour - 8) ** 2) / 6) + 0.85 * Math.exp(-((hour - 17) ** 2) / 8)
      return [
        day,
        `${String(hour).padStart(2, '0')}:00`,
        Math.round((30 + 260 * busy) * (at > 4 ? 0.7 : 1) * (0.9 + random() * 0.2)),
      ]
    }),
  )
}

/** Delays of single flights: mostly small, with outliers. */
function delays(): Cell[][] {
  const random = randomNumbers(13)
  return airlines.flatMap((name, at) =>
    Array.from({ length: 60 }, (_, index): Cell[] => {
      const spread = random() + random() + random() - 1.5
      return [name, index % 2 === 0 ? 'Morning' : 'Evening', Math.round(12 + at * 3 + spread * 14 + (random() > 0.96 ? 55 : 0))]
    }),
  )
}

const heat = {
  columns: [column('weekday', 'string'), column('hour', 'string'), column('flights', 'integer')],
  rows: busyHours(),
  ...whole,
}
const heatMapping = { weekday: 'y', hour: 'x', flights: 'zVal' }

/** Samples of the kinds that need columns of their own. */
export const furtherSamples: Sample[] = [
  {
    title: 'Bubbles',
    columns: [column('hours', 'float'), column('delay', 'float'), column('flights', 'integer'), column('airline', 'string')],
    rows: airlines.flatMap((name, at) =>
      Array.from({ length: 6 }, (_, index): Cell[] => [
        1 + index * 0.8 + at * 0.15,
        8 + ((at * 7 + index * 5) % 17),
        200 + ((at * 977 + index * 1733) % 9000),
        name,
      ]),
    ),
    ...whole,
    options: {
      globalSeriesType: 'bubble',
      columnMapping: { hours: 'x', delay: 'y', flights: 'size', airline: 'series' },
      sizemode: 'area',
      xAxis: { title: { text: 'Hours in the air' } },
      yAxis: [{ title: { text: 'Average delay, minutes' } }],
    },
  },
  {
    title: 'Heatmap, blue to red',
    ...heat,
    options: { globalSeriesType: 'heatmap', columnMapping: heatMapping, reverseY: true },
  },
  {
    title: 'Heatmap in blues, with labels',
    ...heat,
    options: {
      globalSeriesType: 'heatmap',
      columnMapping: heatMapping,
      reverseY: true,
      colorScheme: 'Blues',
      showDataLabels: true,
    },
  },
  {
    title: 'Boxes side by side',
    columns: [column('airline', 'string'), column('time', 'string'), column('delay', 'integer')],
    rows: delays(),
    ...whole,
    options: {
      globalSeriesType: 'box',
      columnMapping: { airline: 'x', time: 'series', delay: 'y' },
      yAxis: [{ title: { text: 'Delay, minutes' } }],
    },
  },
  {
    title: 'Boxes lying down, with all points',
    columns: [column('airline', 'string'), column('time', 'string'), column('delay', 'integer')],
    rows: delays(),
    ...whole,
    options: {
      globalSeriesType: 'box',
      columnMapping: { airline: 'x', delay: 'y' },
      swappedAxes: true,
      showpoints: true,
      yAxis: [{ title: { text: 'Delay, minutes' } }],
    },
  },
  {
    title: 'Bars lying down',
    columns: [column('airline', 'string'), column('flights', 'integer')],
    rows: airlines.map((name, at): Cell[] => [name, 42_000 - at * 6800]),
    ...whole,
    options: {
      globalSeriesType: 'column',
      columnMapping: { airline: 'x', flights: 'y' },
      swappedAxes: true,
      showDataLabels: true,
      legend: { enabled: false },
    },
  },
  {
    title: 'Bars and lines with errors, colorblind safe',
    columns: [column('month', 'string'), column('on time', 'float'), column('late', 'float'), column('error', 'float')],
    rows: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'].map((name, at): Cell[] => [
      name,
      70 + ((at * 7) % 11),
      22 + at,
      3 + (at % 3),
    ]),
    ...whole,
    options: {
      globalSeriesType: 'column',
      columnMapping: { month: 'x', 'on time': 'y', late: 'y', error: 'yError' },
      sortX: false,
      color_scheme: 'Colorblind Safe',
    },
  },
  {
    title: 'Code of its own',
    columns: [column('x', 'integer'), column('squares', 'integer')],
    rows: Array.from({ length: 12 }, (_, n): Cell[] => [n, n * n]),
    ...whole,
    options: {
      globalSeriesType: 'custom',
      columnMapping: { x: 'x', squares: 'y' },
      customCode: "Plotly.newPlot(element, [{ x, y: ys.squares, type: 'bar' }], { margin: { t: 20, r: 20, b: 40, l: 40 } })",
    },
  },
  {
    title: 'Columns that are gone',
    columns: heat.columns,
    rows: heat.rows,
    ...whole,
    options: { globalSeriesType: 'line', columnMapping: { 'was here': 'x', flights: 'y' } },
  },
  {
    title: 'Text where numbers should be',
    columns: heat.columns,
    rows: heat.rows,
    ...whole,
    options: { globalSeriesType: 'line', columnMapping: { hour: 'x', weekday: 'y' } },
  },
  {
    title: 'A pie with values below zero',
    columns: [column('kind', 'string'), column('amount', 'integer')],
    rows: [
      ['Fares', 120],
      ['Refunds', -30],
      ['Bags', 45],
      ['Seats', 25],
    ],
    ...whole,
    options: { globalSeriesType: 'pie', columnMapping: { kind: 'x', amount: 'y' } },
  },
]
