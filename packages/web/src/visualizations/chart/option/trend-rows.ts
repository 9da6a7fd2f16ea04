import type { CartesianPoint, CartesianSeries } from '@sightline/domain/chart-data/cartesian.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { TooltipRow } from '../../echarts/tooltip.ts'
import type { Labels } from '../labels.ts'
import type { CartesianChart } from '../prepared.ts'
import { trendText } from '../trends.ts'

/** The trends of a series at one of its points, in the tooltip; those that have no value there are left out. */
export function trendRows(
  { trends }: CartesianChart,
  { key }: CartesianSeries,
  { x, y }: CartesianPoint,
  { labels, color }: { labels: Labels; color: string },
): TooltipRow[] {
  return trends.flatMap(({ of, kind, line }) => {
    const point = of === key ? line.points.find((one) => one.x === x && one.y !== null) : undefined
    if (!point) return []
    const change = kind === 'previous' && y !== null ? `, ${changeText(line, y, point, labels)}` : ''
    return [{ color, name: line.name, value: trendText({ kind, line }, point, labels) + change }]
  })
}

/** The change since an earlier value: of shares in points, of others as a number and in percent. */
function changeText(line: CartesianSeries, now: number, { y, share }: CartesianPoint, labels: Labels): string {
  const before = y ?? 0
  const change = difference(now, before)
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  const size = Math.abs(change)
  if (share !== null) return i18n._('{change} points', { change: sign + labels.percent(size).replace('%', '') })
  const percent = before === 0 ? '' : ` (${sign}${labels.percent(Math.abs((change / before) * 100))})`
  return `${sign}${labels.ofSeries(line, size, null)}${percent}`
}

/** Digits that doubles are exact in. */
const EXACT_DIGITS = 15

/** The difference of two values, without the digits that arithmetic with doubles leaves behind. */
function difference(one: number, other: number): number {
  const digits = Math.ceil(Math.log10(Math.max(Math.abs(one), Math.abs(other))))
  return Number((one - other).toFixed(Math.min(100, Math.max(0, EXACT_DIGITS - digits))))
}
