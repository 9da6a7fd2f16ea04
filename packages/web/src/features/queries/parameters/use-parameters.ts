import { t } from '@lingui/core/macro'
import { type Definition, titleOf } from '@sightline/domain/parameters/definition.ts'
import { definitionsFor } from '@sightline/domain/parameters/keyword.ts'
import { applyPending, isUnreadable, valueOriginOf } from '@sightline/domain/parameters/pending.ts'
import { blockNames } from '@sightline/domain/parameters/template.ts'
import { replaceInUrl, withUrlValues } from '@sightline/domain/parameters/url-values.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { useDropdowns } from '../../../results/dropdowns.ts'
import type { OptionsByName } from '../../../ui/parameters/options.ts'

/** The parameters of the text in the editor. */
export interface Parameters {
  /** With typed values, applied or not, and with the initial values of dropdowns. */
  definitions: readonly Definition[]
  /** The options of dropdowns whose options come from queries. */
  options: OptionsByName
  /** Adds and removes parameters after the text has changed. */
  syncWithText(text: string): void
  /** Replaces the parameters. */
  set(change: (now: readonly Definition[]) => readonly Definition[]): void
  /** Records the parameters of a run: from then on, other values have to be applied to replace them. */
  recordRun(ran: readonly Definition[]): void
}

/** The parameters in the text, and those that were removed from it since the page was opened. */
interface TrackedParameters {
  definitions: readonly Definition[]
  removed: readonly Definition[]
  /** Names that the text has had a block for. */
  blocks: ReadonlySet<string>
}

/**
 * The parameters after the text has changed. A removed parameter that comes back, as by undo, gets its previous definition. The
 * first block written for a parameter makes it optional; its settings may make it required again.
 */
export function trackParameters(text: string, known: TrackedParameters): TrackedParameters {
  const { definitions, removed } = known
  const named = definitionsFor(text, definitions)
  const newBlocks = blockNames(text)?.filter((name) => !known.blocks.has(name)) ?? []
  // The same object, so that typing elsewhere in the text renders nothing.
  if (named === definitions && newBlocks.length === 0) return known
  const now = definitionsFor(text, [...definitions, ...removed])
  const names = new Set(now.map(({ name }) => name))
  return {
    definitions: now.map((each) => (newBlocks.includes(each.name) ? { ...each, optional: true } : each)),
    removed: [...definitions, ...removed].filter(({ name }) => !names.has(name)),
    blocks: new Set([...known.blocks, ...newBlocks]),
  }
}

/** Parameters with the values of a run, so that a dropdown keeps its initial option even if other options are offered later. */
const withValuesOf = (others: readonly Definition[], definitions: readonly Definition[]): readonly Definition[] =>
  definitions.map((definition) => {
    const other = others.find(({ name }) => name === definition.name)
    return other === undefined || other.value === definition.value ? definition : { ...definition, value: other.value }
  })

/**
 * @param queryId null for a query that is not saved
 * @param text the saved text
 * @param saved the saved definitions
 */
export function useParameters(queryId: number | null, text: string, saved: readonly Definition[]): Parameters {
  const search = useSearch({ strict: false })
  const [state, setState] = useState<TrackedParameters>(() => ({
    definitions: withUrlValues(definitionsFor(text, saved), search),
    removed: [],
    blocks: new Set(blockNames(text)),
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
    syncWithText: (changed) => setState((now) => trackParameters(changed, now)),
    set: (change) => setState((now) => ({ ...now, definitions: change(now.definitions) })),
    recordRun(run) {
      setRan(run)
      setState((now) => ({ ...now, definitions: withValuesOf(run, now.definitions) }))
    },
  }
}

/**
 * Applies typed values: stores them in the parameters and in the URL, and runs the query with them. `assign` gives one parameter
 * another value before. With a typed text that cannot be read nothing runs.
 */
export function useApply({ definitions, set }: Parameters, run: (applied: readonly Definition[]) => void) {
  const navigate = useNavigate()
  const applyTo = (changed: readonly Definition[]) => {
    const unreadable = changed.find(isUnreadable)
    if (unreadable !== undefined) {
      const title = titleOf(unreadable)
      return notify.error(t`The value of ${title} cannot be read.`)
    }
    const applied = applyPending(changed)
    set(() => applied)
    // Replaces the history entry: the back button leads to the previous page, not through every value.
    void navigate({ to: '.', search: (now: object) => replaceInUrl({ ...now }, applied), hash: true, replace: true })
    run(applied)
  }
  return {
    apply: () => applyTo(definitions),
    assign: (assigned: Definition) =>
      applyTo(definitions.map((definition) => (definition.name === assigned.name ? assigned : definition))),
  }
}
