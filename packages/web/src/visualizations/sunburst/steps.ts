import type { Segment } from '@sightline/domain/flows/sunburst.ts'
import type { Step } from '../use-marks.ts'

/** The segment that an arrow key leads to: down to the widest child, up to the parent, sideways along the ring. Null for none. */
export function stepFrom(segments: readonly Segment[], index: number, step: Step): number | null {
  const from = segments[index]
  if (!from) return null
  const isBelow = (segment: Segment, above: Segment) =>
    segment.depth === above.depth + 1 && above.path.every((name, at) => name === segment.path[at])
  const found = (place: number) => (place === -1 ? null : place)
  switch (step) {
    case 'down':
      return found(segments.findIndex((segment) => isBelow(segment, from)))
    case 'up':
      return found(segments.findIndex((segment) => isBelow(from, segment)))
    case 'right':
    case 'left': {
      const ring = segments.flatMap((segment, place) => (segment.depth === from.depth ? [{ place, start: segment.start }] : []))
      const at = ring.toSorted((a, b) => a.start - b.start)
      const here = at.findIndex(({ place }) => place === index)
      return at[here + (step === 'right' ? 1 : -1)]?.place ?? null
    }
  }
}
