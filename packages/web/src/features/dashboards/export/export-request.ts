import type { ExportRequest } from '@sightline/contract/exports.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { browserLocale } from '../../../language/browser-locale.ts'
import { browserTimeZone } from '../../../ui/time-zone.tsx'
import type { CrossFilters } from '../values/cross-filters.ts'
import type { ParameterState } from '../values/dashboard-state.ts'
import type { SharedFilters } from '../values/filters.ts'
import type { OwnFilters } from '../values/own-filters.ts'

/** The state of the page of a dashboard. */
export interface ShownState {
  parameters: Pick<ParameterState, 'definitionsIn'>
  widgetIds: readonly number[]
  filters: Pick<SharedFilters, 'shown'> | null
  ownFilters: Pick<OwnFilters, 'current'>
  crossFilters: Pick<CrossFilters, 'chosen'>
}

/** The request for a file with the values, filters and clicked marks of the page. */
export function exportRequest({ parameters, widgetIds, filters, ownFilters, crossFilters }: ShownState): ExportRequest {
  const definitions = (['dashboard', ...widgetIds] as const).flatMap((place) => parameters.definitionsIn(place))
  const chosen = (of: readonly Filter[], widget_id: number | null) =>
    of
      .filter(({ multiple, current, values }) => !multiple || current.length < values.length)
      .map(({ name, current }) => ({ column: name, values: [...current], widget_id }))
  return {
    parameters: Object.fromEntries(definitions.map(({ name, value }) => [name, value])),
    filters: [...chosen(filters?.shown ?? [], null), ...[...ownFilters.current()].flatMap(([id, own]) => chosen(own, id))],
    marks: crossFilters.chosen.map(({ widgetId, ...mark }) => ({ ...mark, widget_id: widgetId })),
    time_zone: browserTimeZone(),
    paper: paperOf(browserLocale()),
  }
}

/** Countries whose paper is Letter. */
const LETTER = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'SV', 'NI', 'PR'])

/** The paper of a language tag: Letter in North America and some other countries, A4 elsewhere. */
export function paperOf(language: string): ExportRequest['paper'] {
  const region = new Intl.Locale(language).maximize().region
  // English without a country says nothing about the paper of its reader.
  const isKnown = region !== undefined && (language !== 'en' || region !== 'US')
  return isKnown && LETTER.has(region) ? 'letter' : 'a4'
}
