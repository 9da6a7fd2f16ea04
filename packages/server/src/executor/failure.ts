import { SECRET_PLACEHOLDER } from '@sightline/contract/secret-placeholder.ts'
import { z } from 'zod'
import { isDiskFull, isDiskFullError } from '../platform/files/disk-full.ts'
import { CANCELLED, OutcomeUnknown, QueryError, StopUnconfirmed } from '../runners/runner.ts'
import type { Message } from './protocol.ts'

type Failure = Extract<Message, { failed: unknown }>['failed']

/** Shorter secrets would match ordinary words. */
const MIN_SECRET_LENGTH = 4

/**
 * Converts an error for the parent process, with secrets removed that a driver may have put into its message.
 * @param secrets values that must not appear in the message
 * @param isCancelled whether the task was asked to stop; then any error is a consequence of that
 * @param isEmbedded whether the engine runs in this process; then a full disk is our own, not the source's
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
  // A bug of ours. Any other error comes from the source and is worth showing.
  if (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError)
    return { kind: 'internal', message: `Sightline failed to run the query: ${message}`, position: null }
  return { kind: 'query', message, position: error instanceof QueryError ? error.position : null }
}

/**
 * DuckDB's message when it cannot spill more to disk. Its limit is the free disk space, but at most the 4 GiB that one run may
 * spill, which it reports as 16.0 GiB: reaching that is the query's own fault and no full disk.
 */
const NO_ROOM_ASIDE = /failed to offload data block[^(]*\([^/]*\/(?!16\.0 GiB)/

const hasNoRoomAside = (error: unknown): boolean =>
  error instanceof Error && (NO_ROOM_ASIDE.test(error.message) || hasNoRoomAside(error.cause))

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return protocolErrorMessage(error)
  // Several addresses were tried; their failures say the same.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0])
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}

/** The source sent a response that does not fit its protocol. The path in the response helps more than the expected type. */
function protocolErrorMessage({ issues: [issue] }: z.ZodError): string {
  const place = issue?.path.join('.')
  return `The data source gave an answer that Sightline does not understand${place ? ` (${place})` : ''}.`
}
