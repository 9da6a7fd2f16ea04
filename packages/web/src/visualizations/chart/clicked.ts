import type { RenderableChart } from './prepare.ts'

/** A mark as ECharts reports it in a click event. */
export interface ClickedMark {
  /** Key of the series. */
  seriesId?: string | undefined
  dataIndex?: number | undefined
}

/**
 * Returns the row that a mark is drawn from (the first one if several rows have the same x value); null for marks without a row,
 * such as a filled gap.
 */
export function clickedRow(chart: RenderableChart, { seriesId, dataIndex = -1 }: ClickedMark): number | null {
  switch (chart.kind) {
    case 'cartesian':
      return chart.data.series.find(({ key }) => key === seriesId)?.points[dataIndex]?.row ?? null
    case 'pies':
      return chart.data.pies.find(({ key }) => key === seriesId)?.slices[dataIndex]?.row ?? null
    case 'heatmap':
      return chart.data.cells[dataIndex]?.row ?? null
    case 'boxes':
      return chart.data.series.find(({ key }) => key === seriesId)?.boxes[dataIndex]?.row ?? null
  }
}
