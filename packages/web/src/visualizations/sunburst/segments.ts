import type { Segment } from '@sightline/domain/flows/sunburst.ts'
import { graphemesOf } from '@sightline/domain/shortened.ts'
import { fitted } from '../fitted-text.ts'
import { automaticColor, colorAlong, shownColor } from '../palette.ts'

/** SVG units: the outer radius, and the radius of the empty middle. */
export const RADIUS = 100
export const HOLE = 34

/** The place of a label in a segment: its centre, its rotation, and how long it may be. */
export interface LabelPlace {
  x: number
  y: number
  /** Degrees, clockwise; never upside down. */
  rotation: number
  length: number
}

/** Distance of a label from the borders of its segment, as a part of its height. */
const PADDING = 0.25

/**
 * The longer of the two places that a straight label has in a segment: across the ring, or along it.
 * @param height of the label, in the unit of the radii
 * @returns null if the segment is too narrow for the height
 */
export function labelPlace(
  { start, end }: Pick<Segment, 'start' | 'end'>,
  inner: number,
  outer: number,
  height: number,
): LabelPlace | null {
  const half = (end - start) / 2
  const middle = (start + end) / 2
  const radius = (inner + outer) / 2
  const padding = height * PADDING
  // Half the width of the segment at a radius; more than a half circle does not limit a label.
  const halfWidth = (at: number) => (half >= Math.PI / 2 ? Number.POSITIVE_INFINITY : Math.tan(half) * at)
  const across = halfWidth(inner) * 2 >= height + padding ? outer - inner - 2 * padding : 0
  const [low, high] = [radius - height / 2, radius + height / 2]
  const isThick = outer - inner >= height + padding
  const along = isThick ? 2 * (Math.min(halfWidth(low), Math.sqrt(outer ** 2 - high ** 2)) - padding) : 0
  const length = Math.max(across, along)
  if (length <= 0) return null
  const degrees = (middle * 180) / Math.PI
  const turned = along >= across ? degrees : degrees - 90
  const isUpsideDown = along >= across ? degrees > 90 && degrees < 270 : degrees > 180
  return {
    x: Math.sin(middle) * radius,
    y: -Math.cos(middle) * radius,
    rotation: isUpsideDown ? turned + 180 : turned,
    length,
  }
}

/** Minimum letters of a cut name; fewer say nothing. */
const LEAST_LETTERS = 3

/**
 * The name as far as it fits, cut with an ellipsis.
 * @param widthOf width of a text, in the unit of `length`
 * @returns null if hardly any of it fits
 */
export function fittedName(name: string, length: number, widthOf: (text: string) => number): string | null {
  const cut = fitted(name, (text) => widthOf(text) <= length)
  return cut === name || graphemesOf(cut).length > LEAST_LETTERS ? cut : null
}

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
 * @param own the colours of the organization; empty if it has none
 */
export function ringColors(
  segments: readonly Segment[],
  scheme: 'light' | 'dark',
  own: readonly string[] = [],
): Map<string, string> {
  const colors = new Map<string, string>()
  const siblings = new Map<string, number>()
  const bases = new Map<string, string>()
  for (const { path, depth } of segments) {
    const parent = keyOf(path.slice(0, -1))
    const place = siblings.get(parent) ?? 0
    siblings.set(parent, place + 1)
    const [top = ''] = path
    if (depth === 0) bases.set(top, shownColor(automaticColor(place, own).stored, scheme))
    const base = bases.get(top) ?? '#808080'
    const shade = depth === 0 ? 0 : Math.min(PALEST, depth * PER_RING + (place % 3) * BETWEEN_NEIGHBOURS)
    colors.set(keyOf(path), colorAlong([base, grounds[scheme]], shade))
  }
  return colors
}

/** The paths of the innermost ring, the largest first. */
export const topPaths = (segments: readonly Segment[]) => segments.filter(({ depth }) => depth === 0).map(({ path }) => path)
