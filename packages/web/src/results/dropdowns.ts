import { t } from '@lingui/core/macro'
import type { DropdownOption } from '@sightline/contract/queries.ts'
import { localList } from '@sightline/domain/language/local.ts'
import { dropdownValues } from '@sightline/domain/parameters/choices.ts'
import { type Definition, titleOf, typeOf } from '@sightline/domain/parameters/definition.ts'
import { applyPending, shownValue, type ValueOrigin, withOptions } from '@sightline/domain/parameters/pending.ts'
import { runValues } from '@sightline/domain/parameters/values.ts'
import type { ClockContext } from '@sightline/domain/parameters/wall-clock.ts'
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { detailOf, isApiError, messageOf } from '../api/error.ts'
import type { Choice, Options, OptionsByName } from '../ui/parameters/options.ts'
import { useClock } from '../ui/time-zone.tsx'
import { choicesOf, chosenQuery, type Dropdown, findChoices, isCut, optionsQuery } from './dropdown-options.ts'

const NEVER_RUN = t`The query of this dropdown has no result yet. Execute it once to load the options.`
const NO_ROWS = t`The query of this dropdown returned no rows.`
const FAILED = t`The options could not be loaded.`

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
        chosen: [shownValue(definition) ?? []].flat().map(String),
        from: definition.queryId ?? null,
        values: dropdownValues(definition, values),
        awaited: [...new Set(titlesWhere((value) => value === undefined).values())],
        empty: titlesWhere((value) => value === null),
      }
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
    const owner = ownerOf(dropdown.name)
    const rows = cache.getQueryData(optionsQuery(owner, dropdown).queryKey)
    if (rows === undefined) return null
    const lookUp = chosenQuery(owner, dropdown, rows)
    const further = lookUp.enabled ? cache.getQueryData(lookUp.queryKey) : []
    // Until it is known whether a value is an option, it stays.
    return further === undefined ? null : [...rows, ...further].map(({ value }) => value)
  }
  const now = withDropdownValues(definitions, clock, choices, originOf)
  const dropdowns = dropdownsOf(now, clock)
  const loaded = useQueries({ queries: dropdowns.map((dropdown) => optionsQuery(ownerOf(dropdown.name), dropdown)) })
  const further = useQueries({
    queries: dropdowns.map((dropdown, index) => chosenQuery(ownerOf(dropdown.name), dropdown, loaded[index]?.data)),
  })
  const options: OptionsByName = new Map(
    dropdowns.map((dropdown, index) => [
      dropdown.name,
      shownOptions(dropdown, loaded[index], further[index]?.data, (text) =>
        findChoices(cache, ownerOf(dropdown.name), dropdown, text),
      ),
    ]),
  )
  return { definitions: now, options }
}

const chooseFirst = (titles: readonly string[]) => t`Choose ${localList(titles)} first.`

/** Titles of the empty parameters that the query of a dropdown cannot do without, read from its refusal. */
export function neededFirst({ empty }: Pick<Dropdown, 'empty'>, error: Error): string[] {
  const refused = isApiError(error, 'incompatible_parameters') ? String(detailOf(error, 'names')).split(', ') : []
  return [...new Set(refused.flatMap((name) => empty.get(name) ?? []))]
}

function shownOptions(
  dropdown: Dropdown,
  result: UseQueryResult<DropdownOption[]> | undefined,
  further: readonly DropdownOption[] | undefined,
  find: (text: string) => Promise<readonly Choice[]>,
): Options {
  const missing = (text: string, retry: (() => void) | null): Options => ({ status: 'missing', text, retry })
  if (dropdown.from === null) return missing(t`No query is chosen for this dropdown.`, null)
  if (dropdown.awaited.length > 0) return missing(chooseFirst(dropdown.awaited), null)
  if (result === undefined) return { status: 'loading' }
  const retry = () => void result.refetch()
  if (result.error !== null && !result.isFetching) {
    const needed = neededFirst(dropdown, result.error)
    if (needed.length > 0) return missing(chooseFirst(needed), null)
    return missing(isApiError(result.error, 'no_cached_result') ? NEVER_RUN : (messageOf(result.error) ?? FAILED), retry)
  }
  if (result.data === undefined || result.error !== null) return { status: 'loading' }
  if (result.data.length === 0) return missing(NO_ROWS, retry)
  return { status: 'ready', choices: choicesOf(result.data, further).choices, find: isCut(result.data) ? find : null }
}
