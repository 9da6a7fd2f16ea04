import { OTHER_ROWS, type OtherResult } from '@sightline/contract/pictures.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import type { AnnotationSource } from './annotations.ts'
import { isCartesian } from './kinds.ts'
import type { ChartOptions } from './options.ts'

/** The query whose rows are annotations; null if none is chosen, or no column for their places. */
export function otherQuery({ annotationQuery, globalSeriesType }: ChartOptions): number | null {
  const { id, x } = annotationQuery
  return id === null || x === null || !isCartesian(globalSeriesType) ? null : id
}

interface ReadAnnotations {
  sources: AnnotationSource[]
  /** Why some or all of them are left out; null if they are all there. */
  note: string | null
}

/**
 * The rows of the other query as annotations. Rows without a value for x are none.
 * @param other null while it loads
 */
export function queriedAnnotations(options: ChartOptions, other: OtherResult | null): ReadAnnotations {
  const { annotationQuery } = options
  if (otherQuery(options) === null || other === null) return { sources: [], note: null }
  if (other.kind === 'none')
    return { sources: [], note: i18n._('annotations of another query are not shown: {reason}', { reason: other.reason }) }
  const placeOf = (wanted: string | null) => other.columns.findIndex(({ name }) => name === wanted)
  const [x, to, label] = [placeOf(annotationQuery.x), placeOf(annotationQuery.to), placeOf(annotationQuery.label)]
  if (x === -1) {
    return {
      sources: [],
      note: i18n._('annotations of another query are not shown: it has no column “{column}”', {
        column: annotationQuery.x ?? '',
      }),
    }
  }
  const sources = other.rows
    .filter((row) => (row[x] ?? '') !== '')
    .map((row) => ({
      x: row[x] ?? null,
      to: row[to] ?? null,
      label: textOf(row[label] ?? null),
      color: annotationQuery.color ?? null,
    }))
  const isCut = other.rows.length < other.total
  return {
    sources,
    note: isCut
      ? i18n._('the first {shown} of {total} annotations of another query', {
          shown: localNumber(OTHER_ROWS),
          total: localNumber(other.total),
        })
      : null,
  }
}

const textOf = (cell: Cell) => (cell === null ? '' : String(cell))
