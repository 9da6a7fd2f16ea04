import { formatNumber, type NumberMarks } from '../format/number.ts'
import type { FlowPath } from './paths.ts'

/** Radians; narrower segments are invisible. */
export const MIN_ANGLE = 0.005

/** A segment of a ring: all paths that begin with these steps. */
export interface Segment {
  /** Names from the innermost ring outwards; the last one is the segment's own. */
  path: string[]
  /** 0 for the innermost ring. */
  depth: number
  value: number
  /** Share of the total, from 0 to 1. */
  share: number
  /** Radians, clockwise from the top. */
  start: number
  end: number
}

interface Node {
  value: number
  children: Map<string, Node>
}

/** The segments of all paths, the largest first; a ring ends where a path ends. */
export function segmentsOf(paths: readonly FlowPath[]): { segments: Segment[]; total: number } {
  const root: Node = { value: 0, children: new Map() }
  for (const { steps, value } of paths) {
    root.value += value
    let node = root
    // A path has no nodes after an exit.
    for (const step of steps) {
      if (step === null) break
      const child = node.children.get(step) ?? { value: 0, children: new Map() }
      node.children.set(step, child)
      child.value += value
      node = child
    }
  }
  return { segments: root.value > 0 ? ringsOf(root, [], 0, root.value) : [], total: root.value }
}

function ringsOf({ children }: Node, path: readonly string[], start: number, total: number): Segment[] {
  const segments: Segment[] = []
  let from = start
  for (const [name, node] of [...children].toSorted(([, a], [, b]) => b.value - a.value)) {
    const share = node.value / total
    const end = from + share * 2 * Math.PI
    if (end - from > MIN_ANGLE) {
      const own = [...path, name]
      segments.push({ path: own, depth: path.length, value: node.value, share, start: from, end })
      segments.push(...ringsOf(node, own, from, total))
    }
    from = end
  }
  return segments
}

/** Formats a share with three significant digits; below one percent it only says that it is small. */
export function shareText(share: number, marks: NumberMarks): string {
  if (share < 0.01) return `< ${formatNumber(0.01, '0.0%', marks)}`
  return `${formatNumber((share * 100).toPrecision(3), '0[.][00]', marks)}%`
}

/** The angle in radians that a segment may lack and still be drawn as a whole ring. */
const TURN_TOLERANCE = 0.001

/** The SVG path of a segment between two radii, around the origin. */
export function segmentOutline({ start, end }: Pick<Segment, 'start' | 'end'>, inner: number, outer: number): string {
  if (end - start > 2 * Math.PI - TURN_TOLERANCE) return circle(outer, 1) + circle(inner, 0)
  const point = (angle: number, radius: number) =>
    `${(Math.sin(angle) * radius).toFixed(2)} ${(-Math.cos(angle) * radius).toFixed(2)}`
  const large = end - start > Math.PI ? 1 : 0
  return (
    `M${point(start, outer)}A${outer} ${outer} 0 ${large} 1 ${point(end, outer)}` +
    `L${point(end, inner)}A${inner} ${inner} 0 ${large} 0 ${point(start, inner)}Z`
  )
}

/**
 * A circle of two arcs, because SVG draws no arc whose ends coincide.
 * @param sweep 1 for clockwise; a circle of the other direction within it is a hole
 */
const circle = (radius: number, sweep: 0 | 1) =>
  `M0 ${-radius}A${radius} ${radius} 0 0 ${sweep} 0 ${radius}A${radius} ${radius} 0 0 ${sweep} 0 ${-radius}Z`
