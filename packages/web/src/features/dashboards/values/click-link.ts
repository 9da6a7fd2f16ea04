import { t } from '@lingui/core/macro'
import type { Cell, ResultWindow } from '@sightline/contract/results.ts'
import { columnsOfLink, filledLink, placeOf } from '@sightline/domain/dashboards/click-link.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { useNavigate } from '@tanstack/react-router'
import { pathTo } from '../../../api/url.ts'
import { notify } from '../../../app/notify.ts'
import { markFilters } from '../../../results/mark-rows.ts'
import type { ResultReader } from '../../../results/result-reader.ts'
import { useTimeZone } from '../../../ui/time-zone.tsx'
import { conditionsOfMark } from '../../../visualizations/picked-mark.ts'
import type { PickedMark, PickMark } from '../../../visualizations/visualization.ts'

interface ClickLink {
  /** The stored link; null if clicks open none. */
  link: string | null
  /** The first window of the result; undefined while there is none. */
  first: ResultWindow | undefined
  /** The filters that the rows of the widget pass. */
  filters: readonly Filter[]
  reader: ResultReader
  /** The parameters of the dashboard, with their applied values. */
  parameters: readonly Definition[]
  /** Whether the visitor may open the pages of the product. */
  mayOpenPages: boolean
}

/**
 * Opens the link of a widget for a clicked mark: pages of the product here, so that Back returns to the dashboard, and other
 * addresses in a new tab.
 * @returns null if clicks open nothing
 */
export function useClickLink({ link, first, filters, reader, parameters, mayOpenPages }: ClickLink): PickMark | null {
  const navigate = useNavigate()
  const timeZone = useTimeZone()
  if (link === null || first === undefined) return null
  if (!mayOpenPages && placeOf(link)?.kind === 'page') return null
  const open = async (mark: PickedMark) => {
    const row = await valuesBehind(columnsOfLink(link), { first, filters, reader, timeZone }, mark)
    if (typeof row === 'string') return notify.error(t`The link could not be opened.`, row)
    const cells = { x: mark.x?.value ?? null, series: mark.series?.value ?? null, y: mark.y?.value ?? null }
    const place = placeOf(filledLink(link, { mark: cells, row, parameters, timeZone }))
    if (place?.kind === 'address') window.open(place.url, '_blank', 'noopener,noreferrer')
    else if (place !== null && mayOpenPages) await navigate({ href: pathTo(place.url) })
    else notify.error(t`The link of this widget leads nowhere for this mark.`)
  }
  return (mark) => void open(mark).catch((error: unknown) => notify.failure(error, t`The link could not be opened.`))
}

/** The values of some columns in the rows behind a mark; a sentence that says why a link cannot have them if it needs another one. */
async function valuesBehind(
  columns: readonly string[],
  { first, filters, reader, timeZone }: Pick<ClickLink, 'filters' | 'reader'> & { first: ResultWindow; timeZone: string },
  mark: PickedMark,
): Promise<ReadonlyMap<string, Cell> | string> {
  const { result } = first
  const known = columns.map((name) => ({ name, index: result.columns.findIndex((column) => column.name === name) }))
  const missing = known.find(({ index }) => index === -1)
  if (missing !== undefined) return t`The result has no column "${missing.name}".`
  const sent = markFilters({ first, filters, conditions: conditionsOfMark(mark), timeZone })
  if (known.length === 0 || sent === null) return new Map()
  const ask = { sets: known.map(({ index }) => [index]), measures: [{ kind: 'count' as const, column: null }], limit: 1 }
  const { sets } = await reader.groups(result.id, { ask, filters: sent }, new AbortController().signal)
  const several = known.findIndex((_, at) => (sets[at]?.total ?? 0) > 1)
  if (several !== -1) {
    const count = localNumber(sets[several]?.total ?? 0)
    const name = known[several]?.name ?? ''
    return t`The rows behind this mark have ${count} values of "${name}", and the link needs one.`
  }
  return new Map(known.map(({ name }, at) => [name, sets[at]?.keys[0]?.[0] ?? null]))
}
