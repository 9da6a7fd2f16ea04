import type { Cell } from '@sightline/contract/results.ts'
import type { SourceColumn } from '../ui/data-table/row-source.ts'
import { startDraft, withType } from './draft.ts'
import { visualizationTypes } from './registry.ts'
import { currentKey, typeChoices } from './type-choices.ts'

/** A finished visualization of a result, to keep or to leave. */
export interface Suggestion {
  /** Differs from those of the other suggestions. */
  key: string
  type: string
  /** The name of its type, or of the kind of a chart. */
  kind: string
  name: string
  options: Record<string, unknown>
}

export const MAX_SUGGESTIONS = 4
/** Of a wide result, only the first columns are looked at: the others would take time at each run. */
const MAX_COLUMNS = 50

/**
 * The visualizations that show a result best, at most four: first the best one of each type that offers any, in the order of the
 * types, then the second ones, and so on.
 * Columns without any value in these rows are left out.
 * @param allRows the first rows of the result
 */
export function suggestions(all: SourceColumn[], allRows: readonly Cell[][]): Suggestion[] {
  const places = [...all.slice(0, MAX_COLUMNS).keys()].filter((at) => allRows.some((row) => (row[at] ?? null) !== null))
  const columns = places.flatMap((at) => all.slice(at, at + 1))
  const rows = allRows.map((row) => places.map((at) => row[at] ?? null))
  const byType = visualizationTypes.map((type) =>
    (type.thumbnails?.(columns, rows) ?? [])
      .filter((options) => type.problem(type.options.parse(options), columns) === null)
      .map((options) => ({ type, options })),
  )
  const most = Math.max(0, ...byType.map((list) => list.length))
  const inTurn = Array.from({ length: most }, (_, place) => byType.flatMap((list) => list.slice(place, place + 1))).flat()
  return inTurn.slice(0, MAX_SUGGESTIONS).map(({ type, options }): Suggestion => {
    const draft = withType(startDraft(null, columns, rows), type.type, columns, rows, options)
    const kind = typeChoices(draft, columns, rows, false).find(({ key }) => key === currentKey(draft))?.name ?? type.name
    return { key: JSON.stringify([type.type, options]), type: type.type, kind, name: draft.name, options: draft.options }
  })
}
