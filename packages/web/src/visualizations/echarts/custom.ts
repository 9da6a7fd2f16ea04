import type { CustomSeriesRenderItemAPI } from 'echarts/types/dist/shared'

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** The rectangle between two points of a plot, in pixels. */
export function rectBetween(
  api: CustomSeriesRenderItemAPI,
  one: readonly [number, number],
  other: readonly [number, number],
): Rect {
  const [x1 = 0, y1 = 0] = api.coord([...one])
  const [x2 = 0, y2 = 0] = api.coord([...other])
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }
}

/** The index of the mark that a tooltip is of; -1 for none. */
export function pointedIndex(params: { dataIndex: number } | { dataIndex: number }[]): number {
  const [first] = [params].flat()
  return first?.dataIndex ?? -1
}
