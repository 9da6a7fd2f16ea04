import { SECRET_PLACEHOLDER } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { isDiskFull, isDiskFullError } from '../platform/files/disk-full.ts'
import { CANCELLED, OutcomeUnknown, QueryError, StopUnconfirmed } from '../runners/runner.ts'
import type { Message } from './protocol.ts'

type Failure = Extract<Message, { failed: unknown }>['failed']

/** Shorter secrets would be found in any sentence. */
const MIN_SECRET_LENGTH = 4

/**
 * An error as the parent hears of it: one text, without any secret that a driver may have put into it.
 * @param secrets values that must not appear
 * @param isCancelled whether the task was asked to stop, so that any error is the consequence
 * @param isEmbedded whether the source is an engine in this process, so that a full disk is ours, and not that of another server
 */
export function failureOf(
  error: unknown,
  { secrets, isCancelled, isEmbedded }: { secrets: readonly string[]; isCancelled: boolean; isEmbedded: boolean },
): Failure {
  if (isCancelled) {
    const isConfirmed = !(error instanceof StopUnconfirmed)
    return { kind: isConfirmed ? 'cancelled' : 'unconfirmed', message: CANCELLED, position: null }
  }
  const message = secrets
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .reduce((text, secret) => text.replaceAll(secret, SECRET_PLACEHOLDER), messageOf(error))
  const isOurDisk = isDiskFullError(error) || (isEmbedded && (isDiskFull(error) || hasNoRoomAside(error)))
  if (isOurDisk) return { kind: 'disk_full', message, position: null }
  if (error instanceof OutcomeUnknown) return { kind: 'unknown_outcome', message, position: null }
  // A mistake in our own code; everything else, from "connection refused" on, is about the source and is worth reading.
  if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError)
    return { kind: 'internal', message: `Sightline failed to run the query: ${message}`, position: null }
  return { kind: 'query', message, position: error instanceof QueryError ? error.position : null }
}

/**
 * What DuckDB says when it may put no more aside. Its limit is the room on the disk, unless that is more than the 4 GiB that one
 * run is granted: those are the query's own trouble.
 */
const NO_ROOM_ASIDE = /failed to offload data block[^(]*\([^/]*\/(?!16\.0 GiB)/

const hasNoRoomAside = (error: unknown): boolean =>
  error instanceof Error && (NO_ROOM_ASIDE.test(error.message) || hasNoRoomAside(error.cause))

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return answerProblem(error)
  // Several addresses were tried: each failure says as much as the next.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}

/** A source has answered what its protocol does not know: where in the answer that is tells more than what we had expected there. */
function answerProblem({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.join('.')
  return `The data source gave an answer that Sightline does not understand${place ? ` (${place})` : ''}.`
}
