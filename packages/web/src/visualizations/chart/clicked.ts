import type { Cell } from '@sightline/contract/executions.ts'
import type { DrawnChart } from './prepare.ts'

/** A mark as the drawing library tells of it. */
export interface ClickedMark {
  /** The key of its series. */
  seriesId?: string | undefined
  dataIndex?: number | undefined
}

/**
 * The value of the x column in the row that a mark is drawn from.
 * @returns undefined for what stands for no single row, such as a gap that was filled
 */
export function clickedX(chart: DrawnChart, { seriesId, dataIndex = -1 }: ClickedMark): Cell | undefined {
  const row = rowOf(chart, seriesId, dataIndex)
  return row === undefined || row === null ? undefined : chart.x.values[row]
}

function rowOf(chart: DrawnChart, key: string | undefined, index: number): number | null | undefined {
  switch (chart.kind) {
    case 'cartesian':
      return chart.data.series.find((series) => series.key === key)?.points[index]?.row
    case 'pies':
      return chart.data.pies.find((pie) => pie.key === key)?.slices[index]?.row
    case 'heatmap':
      return chart.data.cells[index]?.row
    default:
      return undefined
  }
}
