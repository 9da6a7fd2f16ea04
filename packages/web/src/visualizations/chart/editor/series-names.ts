import type { PreparedChart } from '../prepare.ts'

/** The series that the chart draws now, by key and shown name; none while nothing is drawn. */
export function shownSeries(chart: PreparedChart | null): { key: string; name: string }[] {
  if (chart === null || chart.kind === 'nothing' || chart.kind === 'heatmap' || chart.kind === 'custom') return []
  return chart.kind === 'pies' ? chart.data.pies : chart.data.series
}
