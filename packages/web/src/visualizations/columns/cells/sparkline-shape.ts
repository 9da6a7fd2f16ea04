import type { SparklineEnds, SparklineKind, SparklinePoint } from '@sightline/domain/table-columns/sparkline-cell.ts'
import { sparklineEnds } from '@sightline/domain/table-columns/sparkline-cell.ts'

/** Pixels. */
export interface Frame {
  width: number
  height: number
}

/** The paths of a sparkline in an SVG; '' for a part that the kind does not have. */
export interface SparklineShape {
  line: string
  fill: string
  /** The last value; null for bars, and without values. */
  last: { x: number; y: number } | null
}

/** Room for the last point and the width of the line, pixels. */
const INSET = 2.5
const MAX_BAR_WIDTH = 8

interface Point {
  x: number
  y: number
}

/**
 * Scales values into a frame. Bars and areas begin at zero; values beyond the scale are drawn at its edge.
 * @param common the scale of all cells of the column; null for the one of these values
 */
export function sparklineShape(
  points: readonly SparklinePoint[],
  kind: SparklineKind,
  common: SparklineEnds | null,
  { width, height }: Frame,
): SparklineShape {
  const own = common ?? sparklineEnds([points])
  if (own === null) return { line: '', fill: '', last: null }
  const { low, high } = kind === 'line' ? own : { low: Math.min(0, own.low), high: Math.max(0, own.high) }
  const yOf = (value: number) => {
    // The difference of two numbers may be too large for a number, but not that of their halves.
    const share = high === low ? 0.5 : (high / 2 - value / 2) / (high / 2 - low / 2)
    return rounded(INSET + Math.max(0, Math.min(1, share)) * (height - 2 * INSET))
  }
  const first = points[0]?.x ?? 0
  const span = (points.at(-1)?.x ?? 0) - first
  const slot = (width - 2 * INSET) / points.length
  const side = kind === 'bars' ? INSET + slot / 2 : INSET
  const placed = points.map(({ x, y }): Point | null =>
    y === null ? null : { x: rounded(side + (span === 0 ? 0.5 : (x - first) / span) * (width - 2 * side)), y: yOf(y) },
  )
  const base = yOf(0)
  if (kind === 'bars') return { line: '', fill: barsPath(placed, base, Math.min(MAX_BAR_WIDTH, slot * 0.75)), last: null }
  const runs = runsOf(placed)
  return {
    line: runs.map(linePath).join(''),
    fill: kind === 'area' ? runs.map((run) => areaPath(run, base)).join('') : '',
    last: runs.at(-1)?.at(-1) ?? null,
  }
}

/** The points between gaps. */
function runsOf(points: readonly (Point | null)[]): Point[][] {
  const runs: Point[][] = []
  for (const [index, point] of points.entries()) {
    if (point === null) continue
    if (points[index - 1]) runs.at(-1)?.push(point)
    else runs.push([point])
  }
  return runs
}

/** A line of no length is drawn as a dot by its round ends. */
const linePath = (run: readonly Point[]) => `M${run.map(({ x, y }) => `${x} ${y}`).join('L')}${run.length === 1 ? 'h0' : ''}`

const areaPath = (run: readonly Point[], base: number) => `${linePath(run)}L${run.at(-1)?.x ?? 0} ${base}H${run[0]?.x ?? 0}Z`

/** Values at zero have a bar as well, of one pixel, so that they differ from missing ones. */
function barsPath(points: readonly (Point | null)[], base: number, width: number): string {
  return points
    .flatMap((point) => {
      if (point === null) return []
      const top = Math.min(point.y, base)
      const height = Math.max(1, Math.abs(point.y - base))
      return [`M${rounded(point.x - width / 2)} ${top}h${rounded(width)}v${rounded(height)}h${-rounded(width)}Z`]
    })
    .join('')
}

const rounded = (pixels: number) => Math.round(pixels * 100) / 100
