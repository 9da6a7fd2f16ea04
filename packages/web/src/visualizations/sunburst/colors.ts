import type { Segment } from '@sightline/domain/flows/sunburst.ts'
import { automaticColor, colorAlong, shownColor } from '../palette.ts'

/** How far shades go towards the background: per ring, and between neighbours of a ring. */
const PER_RING = 0.16
const BETWEEN_NEIGHBOURS = 0.1
const PALEST = 0.7
const grounds = { light: '#FFFFFF', dark: '#15181C' }

/** The key of a segment among the colours. */
export const keyOf = (path: readonly string[]): string => JSON.stringify(path)

/**
 * The colour of each segment by its key: one of the palette for those of the innermost ring, the largest first, and shades of it for
 * all that is around it.
 */
export function ringColors(segments: readonly Segment[], scheme: 'light' | 'dark'): Map<string, string> {
  const colors = new Map<string, string>()
  const siblings = new Map<string, number>()
  const bases = new Map<string, string>()
  for (const { path, depth } of segments) {
    const parent = keyOf(path.slice(0, -1))
    const place = siblings.get(parent) ?? 0
    siblings.set(parent, place + 1)
    const [top = ''] = path
    if (depth === 0) bases.set(top, shownColor(automaticColor(place).stored, scheme))
    const base = bases.get(top) ?? '#808080'
    const shade = depth === 0 ? 0 : Math.min(PALEST, depth * PER_RING + (place % 3) * BETWEEN_NEIGHBOURS)
    colors.set(keyOf(path), colorAlong([base, grounds[scheme]], shade))
  }
  return colors
}
