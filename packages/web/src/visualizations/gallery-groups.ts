import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { visualizationTypes } from './registry.ts'
import { currentKey, type TypeChoice } from './type-choices.ts'

/** Cards of the gallery under one heading. */
export interface GalleryGroup {
  /** Whether its members fit the result, or one sentence about the columns that they need. */
  label: string
  fits: boolean
  members: readonly TypeChoice[]
}

/** Of a wide result, only the first columns are looked at, as for the charts suggested beside a table. */
const MAX_COLUMNS = 50

/**
 * The keys of the choices that are worth a small picture: those that a type offers as finished visualizations of this result.
 * @param rows the first rows of the result
 */
export function picturedKeys(all: SourceColumn[], rows: readonly Cell[][]): ReadonlySet<string> {
  const columns = all.slice(0, MAX_COLUMNS)
  return new Set(
    visualizationTypes.flatMap(({ type, thumbnails }) =>
      (thumbnails?.(columns, rows) ?? []).map((options) => currentKey({ type, options })),
    ),
  )
}

/** The groups of the gallery: first what fits the result, with pictures before all others; then one group for each need. */
export function galleryGroups(choices: readonly TypeChoice[], pictured: ReadonlySet<string>): GalleryGroup[] {
  const fitting = choices.filter(({ fits }) => fits)
  const ordered = [...fitting.filter(({ key }) => pictured.has(key)), ...fitting.filter(({ key }) => !pictured.has(key))]
  const needing = Map.groupBy(
    choices.filter(({ fits }) => !fits),
    ({ asksFor }) => (asksFor === null ? t`Does not fit this result` : t`Needs ${asksFor}`),
  )
  return [
    { label: t`Fits this result`, fits: true, members: ordered },
    ...[...needing].map(([label, members]) => ({ label, fits: false, members })),
  ].filter(({ members }) => members.length > 0)
}

/**
 * The place of the card that typed letters lead to: the next one whose name starts with them, else the next one that contains them.
 * @param at the place of the focused card; -1 if none is
 * @returns null if no name contains them
 */
export function foundByTyping(names: readonly string[], typed: string, at: number): number | null {
  const wanted = typed.toLowerCase()
  // While a word is being typed, the focused card may still be the one.
  const from = Math.max(0, wanted.length > 1 ? at : at + 1)
  const order = names.map((_, step) => (from + step) % names.length)
  const find = (fits: (name: string) => boolean) => order.find((place) => fits(names[place]?.toLowerCase() ?? ''))
  return find((name) => name.startsWith(wanted)) ?? find((name) => name.includes(wanted)) ?? null
}
