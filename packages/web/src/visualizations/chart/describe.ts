import type { Formats } from '../visualization.ts'
import { kindName } from './kinds.ts'
import { labelsOf } from './labels.ts'
import type { ChartOptions } from './options.ts'
import type { Prepared } from './prepare.ts'

/** Names beyond this are counted, not read out. */
const MAX_NAMED = 8

/** The chart in words, for readers who do not see it. */
export function describe(
  name: string,
  chart: Exclude<Prepared, { kind: 'nothing' }>,
  options: ChartOptions,
  formats: Formats,
): string {
  if (chart.kind === 'pies') {
    const labels = labelsOf(options, formats, { type: null, scale: 'category' }, [])
    const pies = chart.data.pies.map(
      (pie) => `${pie.name}: ${listed(pie.slices.map(({ key, share }) => `${key} ${labels.percent(share * 100)}`))}`,
    )
    return `${name}. Pie chart. ${listed(pies, '; ')}.`
  }
  const { data, x, type } = chart
  const labels = labelsOf(options, formats, { type: x.type, scale: data.scale }, data.xs)
  const first = data.xs[0]
  const last = data.xs.at(-1)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const { points } of data.series) {
    for (const { value } of points) {
      if (value === null) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  }
  const range = first === undefined || last === undefined ? '' : ` from ${labels.x(first)} to ${labels.x(last)}`
  const values = low <= high ? ` Values from ${labels.number(low, null)} to ${labels.number(high, null)}.` : ''
  const series = data.series.map((one) => one.name)
  return `${name}. ${kindName(type)} chart of ${listed(series)} by ${x.name}${range}.${values}`
}

function listed(items: readonly string[], separator = ', '): string {
  const rest = items.length - MAX_NAMED
  return items.slice(0, MAX_NAMED).join(separator) + (rest > 0 ? ` and ${rest} more` : '')
}
