import { api } from '@sightline/contract/api.ts'
import type { DropdownOption } from '@sightline/contract/queries.ts'
import { dropdownValues, MAX_DROPDOWN_ROWS } from '@sightline/domain/parameters/choices.ts'
import { type Definition, titleOf, typeOf, type Values } from '@sightline/domain/parameters/definition.ts'
import { applyPending, type ValueOrigin, withOptions } from '@sightline/domain/parameters/pending.ts'
import { toUrlQuery } from '@sightline/domain/parameters/url-values.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import type { ClockContext } from '@sightline/domain/parameters/wall-clock.ts'
import { queryOptions, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { detailOf, isApiError, messageOf } from '../api/error.ts'
import type { Choice, Options, OptionsByName } from '../ui/parameters/options.ts'
import { useClock } from '../ui/time-zone.tsx'

/** How long options are cached, milliseconds. */
const FRESH_MS = 60_000

const NEVER_RUN = 'The query of this dropdown has no result yet. Execute it once to load the options.'
const NO_ROWS = 'The query of this dropdown returned no rows.'
const FAILED = 'The options could not be loaded.'
const CUT = `No more than ${MAX_DROPDOWN_ROWS.toLocaleString('en-US')} rows of the query behind this dropdown are its options.`

/** A dropdown, with what loading its options takes and what it still waits for. */
interface Dropdown {
  name: string
  /** The query whose rows are the options; null while none is chosen. */
  from: number | null
  /** Values of the parameters of that query. */
  values: Values | null
  /** Titles of the parameters that have to be chosen first. */
  awaited: string[]
  /** Titles of the empty optional parameters that it depends on, by the name that they have in its query. */
  empty: ReadonlyMap<string, string>
}

/** The dropdowns among the parameters of a query. Their options depend on the chosen values, applied or not. */
export function dropdownsOf(definitions: readonly Definition[], clock: ClockContext): Dropdown[] {
  const values = runValues(applyPending(definitions), clock)
  const titles = new Map(definitions.map((definition) => [definition.name, titleOf(definition)]))
  return definitions
    .filter((definition) => typeOf(definition) === 'query')
    .map((definition) => {
      const outer = Object.entries(definition.dependsOn ?? {})
      const titlesWhere = (isSo: (value: unknown) => boolean) =>
        new Map(outer.filter(([, name]) => isSo(values[name])).map(([inner, name]) => [inner, titles.get(name) ?? name]))
      return {
        name: definition.name,
        from: definition.queryId ?? null,
        values: dropdownValues(definition, values),
        awaited: [...new Set(titlesWhere((value) => value === undefined).values())],
        empty: titlesWhere((value) => value === null),
      }
    })
}

/**
 * Loads the options of one dropdown.
 * @param queryId the query that declares the dropdown; null while it is not saved
 */
const optionsQuery = (queryId: number | null, { from, values }: Dropdown) => {
  const query = toUrlQuery(values ?? {})
  return queryOptions({
    queryKey: ['queries', 'dropdowns', queryId, from, query],
    queryFn: ({ signal }) =>
      queryId === null
        ? call(api.queries.dropdown, { params: { id: from ?? 0 }, query, signal })
        : call(api.queries.dropdownOf, { params: { id: queryId, other: from ?? 0 }, query, signal }),
    enabled: from !== null && values !== null,
    staleTime: FRESH_MS,
    retry: false,
  })
}

/**
 * The parameters with the initial values of their dropdowns. The initial value of one dropdown may depend on that of another.
 * @param choices the values that a dropdown offers; null while they are unknown
 * @param originOf where a value came from; without it, all values count as those the shown result was made with
 */
export function withDropdownValues(
  definitions: readonly Definition[],
  clock: ClockContext,
  choices: (dropdown: Dropdown) => readonly string[] | null,
  originOf?: (definition: Definition) => ValueOrigin,
): readonly Definition[] {
  let now = definitions
  // At most one round per parameter: dropdowns that depend on each other would never settle.
  for (const _ of definitions) {
    const offered = new Map(dropdownsOf(now, clock).map((dropdown) => [dropdown.name, choices(dropdown) ?? []]))
    const next = now.map((definition) => withOptions(definition, offered.get(definition.name) ?? [], originOf?.(definition)))
    if (next.every((definition, index) => definition === now[index])) break
    now = next
  }
  return now
}

/**
 * The dropdowns among parameters whose options come from queries.
 * @param ownerOf the id of the query that declares a parameter, by the name of the parameter; null while the query is not saved
 * @param originOf as in `withDropdownValues`
 * @returns the options, and all parameters with the initial values of their dropdowns
 */
export function useDropdowns(
  ownerOf: (name: string) => number | null,
  definitions: readonly Definition[],
  originOf?: (definition: Definition) => ValueOrigin,
) {
  const cache = useQueryClient()
  // Dynamic dates are resolved once, when the page opens: otherwise the options would be loaded again every second.
  const [clock] = useState(useClock())
  const choices = (dropdown: Dropdown) => {
    if (dropdown.from === null || dropdown.values === null) return null
    return cache.getQueryData(optionsQuery(ownerOf(dropdown.name), dropdown).queryKey)?.map(({ value }) => value) ?? null
  }
  const now = withDropdownValues(definitions, clock, choices, originOf)
  const dropdowns = dropdownsOf(now, clock)
  const options: OptionsByName = useQueries({
    queries: dropdowns.map((dropdown) => optionsQuery(ownerOf(dropdown.name), dropdown)),
    combine: (results) => new Map(results.map((result, index) => shownOptions(dropdowns[index], result))),
  })
  return { definitions: now, options }
}

const chooseFirst = (titles: readonly string[]) => `Choose ${titles.join(' and ')} first.`

/** Titles of the empty parameters that the query of a dropdown cannot do without, read from its refusal. */
export function neededFirst({ empty }: Pick<Dropdown, 'empty'>, error: Error): string[] {
  const refused = isApiError(error, 'incompatible_parameters') ? String(detailOf(error, 'names')).split(', ') : []
  return [...new Set(refused.flatMap((name) => empty.get(name) ?? []))]
}

function shownOptions(dropdown: Dropdown | undefined, result: UseQueryResult<DropdownOption[]>): [string, Options] {
  const name = dropdown?.name ?? ''
  const missing = (text: string, retry: (() => void) | null): [string, Options] => [name, { status: 'missing', text, retry }]
  if (dropdown?.from === null) return missing('No query is chosen for this dropdown.', null)
  if (dropdown && dropdown.awaited.length > 0) return missing(chooseFirst(dropdown.awaited), null)
  if (result.error !== null && !result.isFetching) {
    const needed = dropdown === undefined ? [] : neededFirst(dropdown, result.error)
    if (needed.length > 0) return missing(chooseFirst(needed), null)
    return missing(
      isApiError(result.error, 'no_cached_result') ? NEVER_RUN : (messageOf(result.error) ?? FAILED),
      () => void result.refetch(),
    )
  }
  if (result.data === undefined || result.error !== null) return [name, { status: 'loading' }]
  if (result.data.length === 0) return missing(NO_ROWS, () => void result.refetch())
  return [name, optionsIn(result.data)]
}

/** Turns the rows of a dropdown's query into options. The server sends at most `MAX_DROPDOWN_ROWS`. */
export const optionsIn = (rows: readonly DropdownOption[]): Extract<Options, { status: 'ready' }> => ({
  status: 'ready',
  choices: choicesOf(rows),
  ...(rows.length < MAX_DROPDOWN_ROWS ? {} : { note: CUT }),
})

/** Cached, because options are read at every render and there may be 50,000 of them. */
const choicesByRows = new WeakMap<readonly DropdownOption[], readonly Choice[]>()

/** Each value once, with the name in its first row. The same rows return the same array. */
function choicesOf(rows: readonly DropdownOption[]): readonly Choice[] {
  const known = choicesByRows.get(rows)
  if (known !== undefined) return known
  const names = new Map<string, string>()
  for (const { name, value } of rows) if (!names.has(value)) names.set(value, name === null ? value : String(name))
  const choices = [...names].map(([value, name]) => ({ value, name }))
  choicesByRows.set(rows, choices)
  return choices
}
