import type { RowFilter } from '@sightline/contract/results.ts'
import { placesInChart, sharedPlaces } from '@sightline/domain/dashboards/shared-colors.ts'
import type { Context } from '../../platform/context.ts'
import { sharedValuesOf, type ValuePlaces, type VisualizationSpec } from '../executions/service.ts'
import type { ResultRow } from '../executions/tables.ts'
import { readOther } from './other-results.ts'

/** A visualization of a dashboard with its result. */
export interface ColoredWidget {
  id: number
  row: ResultRow
  visualization: VisualizationSpec
  /** The filters of its rows when the dashboard opens, and now; null if no rows pass. */
  opened: RowFilter[] | null
  shown: RowFilter[] | null
}

/** The places of a widget's values in the palette of its chart; none for visualizations without shared colors. */
export type ColorsOf = (widgetId: number) => ValuePlaces

/**
 * The colors of the values in the charts of a dashboard: those of its page when everything on it has been shown. Values that were
 * there when it opened have the first choice, so that filters change no colors.
 * @param widgets in the order of the page
 * @param timeZone IANA name
 */
export async function sharedColors(
  ctx: Context,
  widgets: readonly ColoredWidget[],
  timeZone: string,
  inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>,
): Promise<ColorsOf> {
  const charts = (await Promise.all(widgets.map((widget) => inTurn(() => chartOf(ctx, widget, timeZone))))).flat()
  const placesOf = new Map(
    [...Map.groupBy(charts, ({ palette }) => palette)].map(([palette, alike]) => [palette, placesIn(alike)]),
  )
  const byId = new Map(charts.map((chart) => [chart.id, chart]))
  return (id) => {
    const chart = byId.get(id)
    return chart === undefined
      ? []
      : [...placesInChart(chart.now, chart.size, placesOf.get(chart.palette) ?? new Map<string, number>())]
  }
}

interface ChartValues {
  id: number
  palette: string
  size: number
  /** Its values when the dashboard opens, and those in the file. */
  first: string[]
  now: string[]
}

const placesIn = (charts: readonly ChartValues[]) =>
  sharedPlaces({
    size: charts[0]?.size ?? 0,
    charts: charts.map(({ first }) => first),
    later: new Set(charts.flatMap(({ now, size }) => now.slice(0, size))),
  })

/** No chart if the visualization is none. */
async function chartOf(
  ctx: Context,
  { id, row, visualization, opened, shown }: ColoredWidget,
  timeZone: string,
): Promise<ChartValues[]> {
  const valuesOf = async (filters: RowFilter[] | null) =>
    filters === null
      ? null
      : sharedValuesOf(ctx, row, visualization, { filters, timeZone, readOther: (other) => readOther(ctx, other) })
  const first = await valuesOf(opened)
  const now = JSON.stringify(opened) === JSON.stringify(shown) ? first : await valuesOf(shown)
  const { palette, size } = first ?? now ?? {}
  if (palette === undefined || size === undefined) return []
  return [{ id, palette, size, first: first?.values ?? [], now: now?.values ?? [] }]
}
