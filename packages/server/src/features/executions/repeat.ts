import { readsOnly } from '@sightline/domain/sql-text/statements.ts'
import { runners } from '../../runners/registry.ts'
import type { ExecutionRow } from './store.ts'

/** The text of an execution. */
type Text = Pick<ExecutionRow, 'query'>

const MAY_HAVE_HAPPENED = 'The statement may have been carried out: check before you run it again.'

/**
 * Whether an execution that lost its worker may simply be run again: what a schedule repeats anyway, and a text that only
 * reads. Anything else may have changed something already, so a person has to decide.
 * @param type of its data source
 */
export function isSafeToRepeat(execution: Text & Pick<ExecutionRow, 'scheduled'>, type: string): boolean {
  return execution.scheduled || changesNothing(execution, type)
}

/**
 * The error message of an execution whose source was sent the text and never answered: whether a statement that changes something
 * was carried out is not known then, and the message must not sound as if it was not.
 * @param type of its data source
 */
export function unansweredMessage(message: string, execution: Text, type: string): string {
  return changesNothing(execution, type) ? message : `${message} ${MAY_HAVE_HAPPENED}`
}

/** The error message of an execution whose worker stopped. @param type of its data source */
export function workerStoppedMessage(execution: Text, type: string): string {
  return `The worker that ran this query stopped. ${changesNothing(execution, type) ? 'Please run it again.' : MAY_HAVE_HAPPENED}`
}

const changesNothing = ({ query }: Text, type: string) => readsOnly(query, runners.get(type)?.dialect ?? '')
