import { SECRET_PLACEHOLDER } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { CANCELLED, QueryError, StopUnconfirmed } from '../runners/runner.ts'
import type { Message } from './protocol.ts'

type Failure = Extract<Message, { failed: unknown }>['failed']

/** Shorter secrets would be found in any sentence. */
const MIN_SECRET_LENGTH = 4

/**
 * An error as the parent hears of it: one text, without any secret that a driver may have put into it.
 * @param secrets values that must not appear
 * @param isCancelled whether the task was asked to stop, so that any error is the consequence
 */
export function failureOf(error: unknown, secrets: readonly string[], isCancelled: boolean): Failure {
  if (isCancelled) {
    const isConfirmed = !(error instanceof StopUnconfirmed)
    return { kind: isConfirmed ? 'cancelled' : 'unconfirmed', message: CANCELLED, position: null }
  }
  const message = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .reduce((text, secret) => text.replaceAll(secret, SECRET_PLACEHOLDER), messageOf(error))
  // A mistake in our own code; everything else, from "connection refused" on, is about the source and is worth reading.
  if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError)
    return { kind: 'internal', message: `Sightline failed to run the query: ${message}`, position: null }
  return { kind: 'query', message, position: error instanceof QueryError ? error.position : null }
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map(optionProblem).join(' ')
  // Several addresses were tried: each failure says as much as the next.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}

function optionProblem({ path, message }: z.core.$ZodIssue): string {
  return path.length ? `The option ${path.join('.')} of the data source: ${message}.` : `${message}.`
}
