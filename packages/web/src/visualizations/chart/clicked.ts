import type { RenderableChart } from './prepare.ts'

/** A mark as the drawing library tells of it. */
export interface ClickedMark {
  /** The key of its series. */
  seriesId?: string | undefined
  dataIndex?: number | undefined
}

/**
 * The row that a mark is drawn from, of several rows with the same x value the first; null for what stands for none, such as a
 * gap that was filled.
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
