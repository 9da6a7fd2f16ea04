import { api } from '@sightline/contract/api.ts'
import type { DropdownOption } from '@sightline/contract/queries.ts'
import { MAX_DROPDOWN_ROWS } from '@sightline/domain/parameters/choices.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import { toUrlQuery } from '@sightline/domain/parameters/url-values.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Choice } from '../ui/parameters/options.ts'

/** How long options are cached, milliseconds. */
const FRESH_MS = 60_000

/** A dropdown, with what loading its options takes and what it still waits for. */
export interface Dropdown {
  name: string
  /** The values in its control. */
  chosen: readonly string[]
  /** The query whose rows are the options; null while none is chosen. */
  from: number | null
  /** Values of the parameters of that query. */
  values: Values | null
  /** Titles of the parameters that have to be chosen first. */
  awaited: string[]
  /** Titles of the empty optional parameters that it depends on, by the name that they have in its query. */
  empty: ReadonlyMap<string, string>
}

/**
 * Loads the options of one dropdown.
 * @param queryId the query that declares the dropdown; null while it is not saved
 */
export function optionsQuery(queryId: number | null, { from, values }: Dropdown) {
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

/** Whether these options may be only the first ones. */
export const isCut = (rows: readonly DropdownOption[]): boolean => rows.length >= MAX_DROPDOWN_ROWS

/** Looks up options at the server, by a part of their names or by their values. */
function searchQuery(queryId: number | null, { from, values }: Dropdown, body: { search?: string; values?: string[] }) {
  const query = toUrlQuery(values ?? {})
  return queryOptions({
    queryKey: ['queries', 'dropdowns', queryId, from, query, body],
    queryFn: ({ signal }) =>
      queryId === null
        ? call(api.queries.searchDropdown, { params: { id: from ?? 0 }, query, body, signal })
        : call(api.queries.searchDropdownOf, { params: { id: queryId, other: from ?? 0 }, query, body, signal }),
    staleTime: FRESH_MS,
    retry: false,
  })
}

/**
 * Looks up the chosen values that are not among the loaded options. It is enabled only if there may be more options.
 * @param rows the loaded options; undefined while there are none
 */
export function chosenQuery(queryId: number | null, dropdown: Dropdown, rows: readonly DropdownOption[] = []) {
  const { byValue } = choicesOf(rows)
  const values = isCut(rows) ? dropdown.chosen.filter((value) => !byValue.has(value)) : []
  return { ...searchQuery(queryId, dropdown, { values }), enabled: values.length > 0 }
}

/** Searches the options that are not loaded. */
export async function findChoices(
  cache: QueryClient,
  queryId: number | null,
  dropdown: Dropdown,
  search: string,
): Promise<readonly Choice[]> {
  return choicesOf(await cache.fetchQuery(searchQuery(queryId, dropdown, { search }))).choices
}

/** The options of rows, as a list and by value. */
interface KnownChoices {
  choices: readonly Choice[]
  byValue: ReadonlyMap<string, Choice>
}

const noRows: readonly DropdownOption[] = []
/** Cached by both lists of rows, because options are read at every render and there may be 50,000 of them. */
const known = new WeakMap<readonly DropdownOption[], WeakMap<readonly DropdownOption[], KnownChoices>>()

/** Each value once, with the name in its first row. The same rows return the same list. @param further rows that were looked up */
export function choicesOf(rows: readonly DropdownOption[], further: readonly DropdownOption[] = noRows): KnownChoices {
  const ofRows = known.get(rows) ?? new WeakMap<readonly DropdownOption[], KnownChoices>()
  known.set(rows, ofRows)
  const cached = ofRows.get(further)
  if (cached !== undefined) return cached
  const byValue = new Map<string, Choice>()
  for (const { name, value } of [...rows, ...further])
    if (!byValue.has(value)) byValue.set(value, { value, name: name === null ? value : String(name) })
  const made = { choices: [...byValue.values()], byValue }
  ofRows.set(further, made)
  return made
}
