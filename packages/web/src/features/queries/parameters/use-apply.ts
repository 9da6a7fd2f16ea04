import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { applyPending } from '@sightline/domain/parameters/pending.ts'
import { replaceInUrl } from '@sightline/domain/parameters/url-values.ts'
import { useNavigate } from '@tanstack/react-router'
import type { Parameters } from './use-parameters.ts'

/**
 * Applying what was typed: it becomes the values of the parameters, stands in the address, and the query runs with it.
 * @param run runs the query with these parameters
 */
export function useApply({ definitions, set }: Parameters, run: (applied: readonly Definition[]) => void): () => void {
  const navigate = useNavigate()
  return () => {
    const applied = applyPending(definitions)
    set(() => applied)
    // In place of the entry of the history: going back leads to the page before, not through every value.
    void navigate({ to: '.', search: (now: object) => replaceInUrl({ ...now }, applied), hash: true, replace: true })
    run(applied)
  }
}
