import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { definitionsFor } from '@sightline/domain/parameters/keyword.ts'
import { valueOriginOf } from '@sightline/domain/parameters/pending.ts'
import { withUrlValues } from '@sightline/domain/parameters/url-values.ts'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useDropdowns } from '../../../results/dropdowns.ts'
import type { OptionsByName } from '../../../ui/parameters/options.ts'

/** The parameters of the text that is being worked on. */
export interface Parameters {
  /** With the values that were typed, applied or not, and those that dropdowns begin with. */
  definitions: readonly Definition[]
  /** What there is to choose from in dropdowns that are filled by queries. */
  options: OptionsByName
  /** Told what the text has become. */
  follow(text: string): void
  /** Takes the place of the parameters: others, in another order, or with other values. */
  set(change: (now: readonly Definition[]) => readonly Definition[]): void
  /** Told with which parameters the query is being run: what was run with gives way to another value only when that is applied. */
  noteRun(ran: readonly Definition[]): void
}

/** Parameters, and those that have left the text since the page was opened. */
export interface Followed {
  definitions: readonly Definition[]
  left: readonly Definition[]
}

/** The parameters after the text has changed. One that comes back, as undoing brings it, is as it was when it left. */
export function followed(text: string, known: Followed): Followed {
  const { definitions, left } = known
  const named = definitionsFor(text, definitions)
  // The very same, so that keys that touch no parameter render nothing.
  if (named === definitions) return known
  const now = definitionsFor(text, [...definitions, ...left])
  const names = new Set(now.map(({ name }) => name))
  return { definitions: now, left: [...definitions, ...left].filter(({ name }) => !names.has(name)) }
}

/** Parameters with the applied values of others; one that began with an option keeps it from now on, whatever is offered later. */
const withValuesOf = (others: readonly Definition[], definitions: readonly Definition[]): readonly Definition[] =>
  definitions.map((definition) => {
    const other = others.find(({ name }) => name === definition.name)
    return other === undefined || other.value === definition.value ? definition : { ...definition, value: other.value }
  })

/**
 * @param queryId null for a query that is not saved
 * @param text as it is saved
 * @param saved the definitions that are saved
 */
export function useParameters(queryId: number | null, text: string, saved: readonly Definition[]): Parameters {
  const address = useSearch({ strict: false })
  const [state, setState] = useState<Followed>(() => ({
    definitions: withUrlValues(definitionsFor(text, saved), address),
    left: [],
  }))
  const [ran, setRan] = useState<readonly Definition[]>([])
  const { definitions, options } = useDropdowns(
    () => queryId,
    state.definitions,
    (definition) => valueOriginOf(definition, ran, saved),
  )
  return {
    definitions,
    options,
    follow: (changed) => setState((now) => followed(changed, now)),
    set: (change) => setState((now) => ({ ...now, definitions: change(now.definitions) })),
    noteRun(run) {
      setRan(run)
      setState((now) => ({ ...now, definitions: withValuesOf(run, now.definitions) }))
    },
  }
}
