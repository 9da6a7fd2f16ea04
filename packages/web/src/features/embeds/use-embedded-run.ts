import type { Query } from '@sightline/contract/queries.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { applyPending } from '@sightline/domain/parameters/pending.ts'
import { replaceInUrl, withUrlValues } from '@sightline/domain/parameters/url-values.ts'
import { missingMessage, runValues } from '@sightline/domain/parameters/values.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { browserClock } from '../../results/browser-clock.ts'
import { useDropdowns } from '../../results/dropdowns.ts'
import { runSavedQuery, type WholeResult } from '../../results/run-saved-query.ts'
import type { OptionsByName } from '../../ui/parameters/options.ts'
import { MaxAge } from '../executions/api.ts'

const runQuery = (queryId: number, parameters: Record<string, unknown>) =>
  queryOptions({
    queryKey: ['embeds', queryId, 'run', parameters],
    queryFn: ({ signal }) => runSavedQuery({ queryId, parameters, maxAge: MaxAge.any, readsStored: true }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })

/** The parameters of an embedded query, and the result that it has for their applied values. */
export interface EmbeddedRun {
  definitions: readonly Definition[]
  options: OptionsByName
  /** Takes over what a parameter is after something was typed or chosen. */
  set(definition: Definition): void
  /** Runs the query with what was typed, and keeps it in the address. */
  apply(): void
  /** undefined while there is none. */
  result: WholeResult | undefined
  /** Why there is none, in words; null while nothing is wrong. */
  error: string | null
}

export function useEmbeddedRun(query: Query): EmbeddedRun {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  // Dynamic dates are those of the moment in which the page was opened, or the query would be run again every second.
  const [clock] = useState(browserClock)
  const [typed, setTyped] = useState<readonly Definition[]>(() => withUrlValues(query.options.parameters ?? [], search))
  const { definitions, options } = useDropdowns(() => query.id, typed)
  const missing = missingMessage(definitions)
  const { data, error } = useQuery({ ...runQuery(query.id, runValues(definitions, clock)), enabled: missing === null })
  const isChoosing = [...options.values()].some(({ status }) => status === 'loading')

  return {
    definitions,
    options,
    set: (changed) => setTyped(definitions.map((each) => (each.name === changed.name ? changed : each))),
    apply() {
      const applied = applyPending(definitions)
      setTyped(applied)
      void navigate({ to: '.', search: (now: object) => replaceInUrl({ ...now }, applied), replace: true })
    },
    result: data,
    error: error?.message ?? (isChoosing ? null : missing),
  }
}
