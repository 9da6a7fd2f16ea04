import type { Cell } from '@sightline/contract/results.ts'
import { column, randomNumbers, type Sample } from '../samples.ts'
import { furtherSamples } from './further-samples.ts'
import { newChartSamples } from './new-chart-samples.ts'

const DAY_MS = 86_400_000
const day = (time: number) => new Date(time).toISOString().slice(0, 10)
const minute = (time: number) => new Date(time).toISOString().slice(0, 19)
const whole = { total: null }

const carriers = [
  { name: 'JetBlue', level: 19.5, swing: 1.25 },
  { name: 'American', level: 14.6, swing: 1.05 },
  { name: 'United', level: 12.4, swing: 0.9 },
  { name: 'Delta', level: 8.7, swing: 0.75 },
  { name: 'Alaska', level: 6.4, swing: 0.6 },
]

/** Weekly delays of five carriers over two years, with peaks in summer and at the end of the year. */
function weeklyDelays(): Cell[][] {
  const random = randomNumbers(7)
  const season = (month: number) => 3.6 * Math.exp(-((month - 6.2) ** 2) / 3) + 2.2 * Math.exp(-((month - 11.4) ** 2) / 0.9)
  const rows: Cell[][] = []
  for (const { name, level, swing } of carriers) {
    for (let time = Date.UTC(2024, 0, 1); time < Date.UTC(2026, 0, 1); time += 7 * DAY_MS) {
      const date = new Date(time)
      const delay = level + swing * season(date.getUTCMonth() + date.getUTCDate() / 31) + (random() - 0.5) * 2.1
      rows.push([day(time), name, Number(delay.toFixed(2))])
    }
  }
  return rows
}

const causes = ['Carrier', 'Late aircraft', 'Airspace', 'Weather', 'Security']
const months = Array.from({ length: 12 }, (_, month) => day(Date.UTC(2025, month, 1)))

/** Minutes of delay by month and cause. */
function delayCauses(): Cell[][] {
  const random = randomNumbers(3)
  const levels = [310, 275, 180, 95, 14]
  const season = [1.02, 0.96, 1, 0.93, 1.08, 1.34, 1.42, 1.3, 0.9, 0.84, 0.92, 1.26]
  return months.flatMap((month, index) =>
    causes.map((cause, at): Cell[] => [
      month,
      cause,
      Math.round((levels[at] ?? 0) * (season[index] ?? 1) * (0.93 + random() * 0.14)),
    ]),
  )
}

const shares: Cell[][] = [
  ['Southwest', 45210],
  ['Delta', 39880],
  ['American', 37140],
  ['United', 30520],
  ['Alaska', 14660],
  ['JetBlue', 9980],
  ['Spirit', 8814],
]

function cloud(count: number): Cell[][] {
  const random = randomNumbers(11)
  return Array.from({ length: count }, (): Cell[] => {
    const distance = 200 + random() * 2600
    return [
      Math.round(distance),
      Number((distance / 7.6 + 34 + (random() - 0.5) * 60).toFixed(1)),
      distance > 1500 ? 'Long' : 'Short',
    ]
  })
}

const trend = {
  columns: [column('week', 'date'), column('carrier', 'string'), column('delay', 'float')],
  rows: weeklyDelays(),
  ...whole,
}
const trendMapping = { week: 'x', carrier: 'series', delay: 'y' }
const byCause = {
  columns: [column('month', 'date'), column('cause', 'string'), column('minutes', 'integer')],
  rows: delayCauses(),
  ...whole,
}
const causeMapping = { month: 'x', cause: 'series', minutes: 'y' }
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Charts of every kind with their results. */
export const samples: Sample[] = [
  {
    title: 'Lines named at their ends',
    ...trend,
    options: {
      globalSeriesType: 'line',
      columnMapping: trendMapping,
      yAxis: [{ title: { text: 'Average departure delay, minutes' } }],
    },
  },
  {
    title: 'Stacked bars over months',
    ...byCause,
    options: {
      globalSeriesType: 'column',
      columnMapping: causeMapping,
      series: { stacking: 'stack' },
      yAxis: [{ title: { text: 'Delay minutes, thousands' } }],
    },
  },
  {
    title: 'Bars side by side',
    columns: [column('weekday', 'string'), column('on time', 'integer'), column('late', 'integer')],
    rows: weekdays.map((name, index): Cell[] => [name, 80 + ((index * 17) % 23), 20 + ((index * 11) % 19)]),
    ...whole,
    options: { globalSeriesType: 'column', columnMapping: { weekday: 'x', 'on time': 'y', late: 'y' }, sortX: false },
  },
  {
    title: 'Stacked bars in percent, with labels',
    columns: [
      column('weekday', 'string'),
      column('on time', 'integer'),
      column('late', 'integer'),
      column('cancelled', 'integer'),
    ],
    rows: weekdays.map((name, index): Cell[] => [name, 80 + ((index * 17) % 23), 20 + ((index * 11) % 19), 4 + index]),
    ...whole,
    options: {
      globalSeriesType: 'column',
      columnMapping: { weekday: 'x', 'on time': 'y', late: 'y', cancelled: 'y' },
      sortX: false,
      showDataLabels: true,
      textFormat: '{{ @@yPercent }}',
      percentFormat: '0%',
      series: { stacking: 'stack', percentValues: true },
    },
  },
  {
    title: 'Stacked areas',
    ...trend,
    options: { globalSeriesType: 'area', columnMapping: trendMapping, series: { stacking: 'stack' } },
  },
  {
    title: 'One pie',
    columns: [column('carrier', 'string'), column('flights', 'integer')],
    rows: shares,
    ...whole,
    options: { globalSeriesType: 'pie', columnMapping: { carrier: 'x', flights: 'y' }, percentFormat: '0%' },
  },
  {
    title: 'Pies in two rows',
    ...byCause,
    rows: byCause.rows.filter(([month]) => String(month) <= '2025-05-01'),
    options: { globalSeriesType: 'pie', columnMapping: { cause: 'x', month: 'series', minutes: 'y' } },
  },
  {
    title: 'Scatter',
    columns: [column('distance', 'integer'), column('air time', 'float'), column('haul', 'string')],
    rows: cloud(300),
    ...whole,
    options: {
      globalSeriesType: 'scatter',
      columnMapping: { distance: 'x', 'air time': 'y', haul: 'series' },
      xAxis: { title: { text: 'Distance, miles' } },
      yAxis: [{ title: { text: 'Air time, minutes' } }],
    },
  },
  {
    title: 'Bars and a line on two axes',
    columns: [column('month', 'date'), column('flights', 'integer'), column('delay', 'float')],
    rows: months.map((month, index): Cell[] => [month, 150_000 + ((index * 7919) % 40_000), 9 + ((index * 37) % 60) / 10]),
    ...whole,
    options: {
      globalSeriesType: 'column',
      columnMapping: { month: 'x', flights: 'y', delay: 'y' },
      seriesOptions: { delay: { type: 'line', yAxis: 1, name: 'Average delay', color: '#E37611' } },
      yAxis: [{ title: { text: 'Flights' } }, { title: { text: 'Minutes' } }],
    },
  },
  {
    title: 'More lines than can be named at their ends',
    columns: [column('time', 'datetime'), column('gate', 'string'), column('passengers', 'integer')],
    rows: Array.from({ length: 16 }, (_, gate) =>
      Array.from({ length: 48 }, (_, half): Cell[] => [
        minute(Date.UTC(2025, 10, 20) + half * 30 * 60_000),
        `Gate ${gate + 1}`,
        Math.round(40 + gate * 9 + 30 * Math.sin(half / 7 + gate)),
      ]),
    ).flat(),
    ...whole,
    options: { globalSeriesType: 'line', columnMapping: { time: 'x', gate: 'series', passengers: 'y' }, lineShape: 'spline' },
  },
  {
    title: 'Gaps, values below zero and a title below',
    columns: [column('year', 'integer'), column('balance', 'float')],
    rows: [
      [2015, 12.4],
      [2016, -4.2],
      [2017, null],
      [2018, 8.1],
      [2019, -11.7],
      [2020, 3.3],
    ],
    ...whole,
    options: {
      globalSeriesType: 'column',
      columnMapping: { year: 'x', balance: 'y' },
      showDataLabels: true,
      xAxis: { type: 'category', title: { text: 'Year' } },
      legend: { enabled: false },
    },
  },
  {
    title: 'A selection of a long result, logarithmic',
    columns: [column('time', 'datetime'), column('requests', 'integer')],
    rows: Array.from({ length: 2000 }, (_, index): Cell[] => [
      minute(Date.UTC(2025, 0, 1) + index * 3 * 3_600_000),
      Math.round(10 ** (2 + 1.5 * Math.sin(index / 90) + ((index * 7919) % 100) / 90)),
    ]),
    total: 3_104_882,
    options: {
      globalSeriesType: 'line',
      columnMapping: { time: 'x', requests: 'y' },
      yAxis: [{ type: 'logarithmic', title: { text: 'Requests' } }],
    },
  },
  {
    title: 'Long names of many categories',
    columns: [column('airport', 'string'), column('flights', 'integer')],
    rows: Array.from({ length: 40 }, (_, index): Cell[] => [
      `Airport of a rather long name ${index + 1}`,
      1_200_000 + ((index * 7919) % 900_000),
    ]),
    ...whole,
    options: { globalSeriesType: 'column', columnMapping: { airport: 'x', flights: 'y' } },
  },
  {
    title: 'No rows',
    columns: [column('x', 'integer'), column('y', 'integer')],
    rows: [],
    ...whole,
    options: { globalSeriesType: 'line', columnMapping: { x: 'x', y: 'y' } },
  },
  { title: 'Nothing chosen', columns: trend.columns, rows: trend.rows, ...whole, options: {} },
  {
    title: 'A kind that is not drawn',
    columns: trend.columns,
    rows: trend.rows,
    ...whole,
    options: { globalSeriesType: 'hologram', columnMapping: trendMapping },
  },
  ...newChartSamples,
  ...furtherSamples,
]
