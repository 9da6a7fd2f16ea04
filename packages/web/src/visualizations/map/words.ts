import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { figureText } from '../cell-label.ts'
import type { MapOptions, Markers } from './prepare.ts'

const MAX_NAMED = 8

/** Describes the map as text for screen readers. */
export function inWords(name: string, { groups }: Markers, { classify }: MapOptions, marks: NumberMarks): string {
  const count = figureText(
    groups.reduce((sum, { points }) => sum + points.length, 0),
    marks,
  )
  if (classify === null) return i18n._('{name}. Map with {count} markers.', { name, count })
  const named = groups.slice(0, MAX_NAMED).map((group) => `${group.name} ${figureText(group.points.length, marks)}`)
  const texts = { name, count, classify, groups: named.join(', '), rest: groups.length - MAX_NAMED }
  return groups.length > MAX_NAMED
    ? i18n._('{name}. Map with {count} markers by {classify}: {groups} and {rest} more.', texts)
    : i18n._('{name}. Map with {count} markers by {classify}: {groups}.', texts)
}

/** Why there is no marker. */
export const noPlace = ({ latColName, lonColName }: MapOptions) =>
  i18n._('No row has a place in “{latitude}” and “{longitude}”.', { latitude: latColName ?? '', longitude: lonColName ?? '' })
