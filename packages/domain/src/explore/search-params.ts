import { timeUnits } from '@sightline/contract/result-groups.ts'
import type { Cell } from '@sightline/contract/results.ts'
import {
  type Condition,
  conditionKinds,
  type Exploration,
  type ExploredMeasure,
  exploredMeasures,
  type Group,
  groupLimits,
  MAX_CONDITIONS,
  MAX_GROUPS,
  MAX_MEASURES,
  MAX_SORT_KEYS,
  nothingExplored,
  type SortKey,
  type SortTerm,
} from './exploration.ts'

/** The query string of an exploration. */
export interface ExploreParams {
  by?: string[] | undefined
  across?: string | undefined
  show?: string[] | undefined
  where?: string[] | undefined
  sort?: string[] | undefined
  limit?: string | undefined
}

/** The values of a query string: repeated names have several. */
type SearchParams = Partial<Record<keyof ExploreParams, unknown>>

/** A group by each value, in a URL. */
const EACH = 'each'
/** A measure below a value, in a URL. */
const IN = 'in'
/** More values make a URL that servers refuse. */
export const MAX_VALUES = 100

/** Reads an exploration from the query string of a URL, such as `by=month:day&show=count&show=sum:amount`. Invalid parts are left out. */
export function explorationOf(search: SearchParams): Exploration {
  const all = texts(search.by).flatMap(groupIn)
  // A column can be cut to one unit only.
  const groups = all.filter(({ column }, at) => all.findIndex((one) => one.column === column) === at).slice(0, MAX_GROUPS)
  const [across] = texts(search.across)
  const limit = groupLimits.find((choice) => String(choice) === texts(search.limit)[0])
  const measures = texts(search.show).flatMap(measureIn).slice(0, MAX_MEASURES)
  return {
    groups,
    across: groups.find(({ column }) => column === across)?.column ?? null,
    measures,
    conditions: texts(search.where).flatMap(conditionIn).slice(0, MAX_CONDITIONS),
    sort: texts(search.sort)
      .flatMap((text) => sortIn(text, groups, measures))
      .slice(0, MAX_SORT_KEYS),
    limit: limit ?? nothingExplored.limit,
  }
}

/** The query string of an exploration; `explorationOf` reads it. Defaults are left out. */
export function paramsOf({ groups, across, measures, conditions, sort, limit }: Exploration): ExploreParams {
  const list = (all: string[]) => (all.length > 0 ? all : undefined)
  return {
    by: list(groups.map(({ column, unit }) => `${unit ?? EACH}:${column}`)),
    across: across ?? undefined,
    show: list(measures.map(termText)),
    where: list(conditions.map(({ kind, column, values }) => `${kind}:${JSON.stringify([column, ...values])}`)),
    sort: list(sort.map(({ descending, ...term }) => `${descending ? '-' : ''}${termText(term)}`)),
    limit: limit === nothingExplored.limit ? undefined : String(limit),
  }
}

/**
 * As in `sum:amount`, `count`, `each:amount` for the values of a column, or `in:["north","sum:amount"]` for a measure below a value of
 * the group in columns.
 */
function termText({ kind, column, value }: SortTerm): string {
  const measure = column === null ? (kind ?? '') : `${kind ?? EACH}:${column}`
  return value === undefined ? measure : `${IN}:${JSON.stringify([value, measure])}`
}

const texts = (value: unknown): string[] => [value].flat().filter((one) => typeof one === 'string')

/** Splits at the first colon; column names may contain more. */
function parts(text: string): [head: string, rest: string | null] {
  const at = text.indexOf(':')
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

function groupIn(text: string): Group[] {
  const [head, column] = parts(text)
  const unit = timeUnits.find((one) => one === head)
  return column === null || (unit === undefined && head !== EACH) ? [] : [{ column, unit: unit ?? null }]
}

function measureIn(text: string): ExploredMeasure[] {
  const [head, column] = parts(text)
  const kind = exploredMeasures.find((one) => one === head)
  return kind === undefined || (column === null) !== (kind === 'count') ? [] : [{ kind, column }]
}

function conditionIn(text: string): Condition[] {
  const [head, json] = parts(text)
  const kind = conditionKinds.find((one) => one === head)
  const [column, ...values] = cellsIn(json ?? '')
  return kind === undefined || typeof column !== 'string' ? [] : [{ column, kind, values: values.slice(0, MAX_VALUES) }]
}

function cellsIn(json: string): Cell[] {
  try {
    const list: unknown = JSON.parse(json)
    return Array.isArray(list) ? list.filter(isCell) : []
  } catch {
    return []
  }
}

const isCell = (value: unknown): value is Cell => value === null || ['string', 'number', 'boolean'].includes(typeof value)

function sortIn(text: string, groups: readonly Group[], measures: readonly ExploredMeasure[]): SortKey[] {
  const descending = text.startsWith('-')
  const term = descending ? text.slice(1) : text
  const [head, column] = parts(term)
  if (head === EACH && column !== null) return [{ kind: null, column, descending }]
  if (head === IN) {
    const [value, measure] = cellsIn(column ?? '')
    return value === undefined ? [] : measureIn(String(measure)).map((one) => ({ ...one, value, descending }))
  }
  const ofMeasure = measureIn(term)
  if (ofMeasure.length > 0) return ofMeasure.map((measure) => ({ ...measure, descending }))
  // Links of earlier versions number the groups and measures.
  const [, by, place] = /^(group|measure)([1-9]\d?)$/.exec(term) ?? []
  const numbered = by === 'group' ? groups.map((group) => ({ kind: null, column: group.column })) : measures
  return numbered.slice(Number(place) - 1, Number(place)).map((one) => ({ kind: one.kind, column: one.column, descending }))
}
