import { readsOnly } from '@sightline/domain/sql-text/reads-only.ts'
import { runners } from '../../runners/registry.ts'
import type { ExecutionRow } from './store.ts'

/**
 * Whether an execution that lost its worker may simply be run again: what a schedule repeats anyway, and a text that only
 * reads. Anything else may have changed something already, so a person has to decide.
 * @param type of its data source
 */
export function isSafeToRepeat({ scheduled, query }: Pick<ExecutionRow, 'scheduled' | 'query'>, type: string): boolean {
  return scheduled || readsOnly(query, runners.get(type)?.dialect ?? '')
}
