import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { figureText } from '../cell-label.ts'
import type { MapOptions, Markers } from './prepare.ts'

const MAX_NAMED = 8

/** Describes the map as text for screen readers. */
export function inWords(name: string, { groups }: Markers, { classify }: MapOptions, marks: NumberMarks): string {
  const count = figureText(
    groups.reduce((sum, { points }) => sum + points.length, 0),
    marks,
  )
  if (classify === null) return `${name}. Map with ${count} markers.`
  const named = groups.slice(0, MAX_NAMED).map((group) => `${group.name} ${figureText(group.points.length, marks)}`)
  const rest = groups.length > MAX_NAMED ? ` and ${groups.length - MAX_NAMED} more` : ''
  return `${name}. Map with ${count} markers by ${classify}: ${named.join(', ')}${rest}.`
}

/** Why there is no marker. */
export const noPlace = ({ latColName, lonColName }: MapOptions) => `No row has a place in “${latColName}” and “${lonColName}”.`
