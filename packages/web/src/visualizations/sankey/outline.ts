import type { SankeyLink } from '@sightline/domain/flows/sankey.ts'

/** Pixels; the labels of lower nodes would overlap. */
export const LEAST_LABELLED = 9

/** The middle of a link, as the path of an SVG. */
export function outlineOf({ source, target, sourceY, targetY }: SankeyLink): string {
  const from = source.x + source.width
  const middle = (from + target.x) / 2
  return `M${from} ${sourceY}C${middle} ${sourceY} ${middle} ${targetY} ${target.x} ${targetY}`
}
