import { t } from '@lingui/core/macro'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { WidgetWithQuery } from '@sightline/domain/dashboards/parameters.ts'
import { tagsIn, textSources } from '@sightline/domain/dashboards/text-tags.ts'
import {
  limitedNote,
  type SourceNeeds,
  type SourceValues,
  sourceNeeds,
  type TextResults,
  type TextValue,
  textValue,
  widgetsOf,
} from '@sightline/domain/dashboards/text-values.ts'
import { crossFiltersOf } from '@sightline/domain/filters/cross-filters.ts'
import type { Filter } from '@sightline/domain/filters/filters.ts'
import { missingMessage } from '@sightline/domain/parameters/values.ts'
import { useQueries } from '@tanstack/react-query'
import { useFormats } from '../../../app/use-formats.ts'
import { filteredData } from '../../../results/result-filters.ts'
import type { ResultReader } from '../../../results/result-reader.ts'
import { useClock } from '../../../ui/time-zone.tsx'
import type { LoadData } from '../../../visualizations/use-result-data.ts'
import type { WidgetRun } from '../page/runs.ts'
import type { CrossFilters } from './cross-filters.ts'
import type { ParameterState } from './dashboard-state.ts'
import type { SharedFilters } from './filters.ts'

/** A widget whose result a text can take values from. */
export interface ValueWidget extends WidgetWithQuery {
  visualization?: { name: string; query: { id: number; name: string; options: QueryOptionsOf } } | undefined
}
type QueryOptionsOf = NonNullable<WidgetWithQuery['visualization']>['query']['options']

/** The first window of a result, and how further parts of it are read. */
export interface ReadableResult {
  first: ResultWindow
  reader: ResultReader
}

/** The result of a run; undefined while there is none. */
export interface LoadedRun {
  result: ReadableResult | undefined
  hasFailed: boolean
}

/** The surroundings of a text on a dashboard. */
export interface TextSurroundings {
  widgets: readonly ValueWidget[]
  parameters: ParameterState
  filters: SharedFilters | null
  crossFilters: CrossFilters
}

/** The tags of a text with their values. */
export interface TextValues {
  /** The contents of the tags, which are the keys of their values. */
  contents: readonly string[]
  values: readonly TextValue[]
  /** Sentences about what the values leave out. */
  notes: readonly string[]
}

/** A widget of no id: clicks in each widget filter a text. */
const NO_WIDGET = -1

/** The runs of whose results a text shows values, as those of the widgets: both share their results. */
export function textRuns(text: string, { widgets, parameters }: TextSurroundings): (WidgetRun & { isReady: boolean })[] {
  return shownIn(text, widgets).map((widget) => {
    const definitions = parameters.definitionsOf(widget)
    const isReady = !parameters.isLoadingOptions || missingMessage(definitions) === null
    return { queryId: widget.visualization?.query.id ?? 0, definitions, isReady }
  })
}

const tagsOf = (text: string, widgets: readonly ValueWidget[]) => tagsIn(text, textSources(widgets))

function shownIn(text: string, widgets: readonly ValueWidget[]): ValueWidget[] {
  const tags = tagsOf(text, widgets).flatMap(({ tag }) => tag ?? [])
  return widgetsOf(tags).flatMap((id) => widgets.find((widget) => widget.id === id) ?? [])
}

/**
 * The values of the tags of a text. They follow the parameters, the filters that are shared by the dashboard and the clicked marks,
 * but not the filters of a single widget.
 * @param results of `textRuns`, in their order
 */
export function useTextValues(text: string, surroundings: TextSurroundings, results: readonly LoadedRun[]): TextValues {
  const { widgets, parameters, filters, crossFilters } = surroundings
  const formats = useFormats()
  const clock = useClock()()
  const read = tagsOf(text, widgets)
  const tags = read.flatMap(({ tag }) => tag ?? [])
  const shown = shownIn(text, widgets)
  const applied = results.map(({ result }) => result && filtersOfText(result.first, filters, crossFilters))
  const parts = useQueries({
    queries: shown.map(({ id }, place) => {
      const data = results[place]?.result
      const columns = data?.first.result.columns ?? []
      const needs = sourceNeeds(tags, id, columns)
      const passing = applied[place]?.filters ?? []
      return {
        queryKey: ['text-values', data?.first.result.id ?? null, needs, passing.map(({ name, current }) => [name, current])],
        queryFn: ({ signal }: { signal: AbortSignal }) => loadParts(data, passing, needs, signal),
        enabled: data !== undefined,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      }
    }),
  })

  const found: TextResults = {
    of(widgetId) {
      const place = shown.findIndex(({ id }) => id === widgetId)
      const [run, part] = [results[place], parts[place]]
      if (run === undefined || run.hasFailed || part?.isError) return 'failed'
      return (run.result && part?.data) ?? 'loading'
    },
  }
  const context = { tags, results: found, parameters: parameters.definitionsIn('dashboard'), formats, clock }
  const limited = limitedNote(tags, found)
  const unfiltered = [...new Set(applied.flatMap((one) => one?.missing ?? []))]
  return {
    contents: read.map(({ content }) => content),
    values: read.map(({ content, tag }) =>
      tag === null
        ? { kind: 'missing', reason: t`Nothing on this dashboard is called “${content}”.` }
        : textValue(tag, context),
    ),
    notes: [
      ...(limited === null ? [] : [limited]),
      ...unfiltered.map((column) => t`A value here is not filtered by “${column}”: its result has no such column.`),
    ],
  }
}

/** The filters of the dashboard that apply to a result, whichever widget they were chosen in. */
function filtersOfText({ result: { columns } }: ResultWindow, shared: SharedFilters | null, { chosen }: CrossFilters) {
  const declared = (shared?.shown ?? []).filter(({ name }) => columns.some((column) => column.name === name))
  const clicked = crossFiltersOf(chosen, NO_WIDGET, columns)
  return { filters: [...declared, ...clicked.filters], missing: clicked.missing }
}

/** Loads the cells and measures of a result. */
async function loadParts(
  data: ReadableResult | undefined,
  filters: readonly Filter[],
  needs: SourceNeeds,
  signal: AbortSignal,
): Promise<{ needs: SourceNeeds; values: SourceValues }> {
  if (data === undefined) throw new Error('The parts of a result need the result.')
  const { first, reader } = data
  const load = filteredData(first, filters, reader)
  const [{ cells, total }, measures] = await Promise.all([
    loadCells(load, needs.cells, signal),
    needs.measures.length === 0 ? [] : loadMeasures(load, needs.measures, signal),
  ])
  return { needs, values: { info: first.result, total, cells, measures, sample: first.rows } }
}

async function loadCells(load: LoadData, cells: SourceNeeds['cells'], signal: AbortSignal) {
  const data = await load({ kind: 'cells', cells }, signal)
  return data.kind === 'cells' ? data : { cells: [], total: 0 }
}

async function loadMeasures(load: LoadData, measures: SourceNeeds['measures'], signal: AbortSignal) {
  const data = await load({ kind: 'groups', sets: [[]], measures, limit: 1, without: [] }, signal)
  return data.kind === 'groups' ? (data.sets[0]?.measures.map(([cell = null]) => cell) ?? []) : []
}
