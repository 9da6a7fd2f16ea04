import type { Services } from '../platform/context.ts'
import { DeliveryFailed } from './destination.ts'

/** Pause after the first failed attempt; it doubles with every further one. */
const FIRST_PAUSE_MS = 60_000

/** The outcome of one attempt. */
export type DeliveryOutcome =
  | { kind: 'sent' }
  /** The recipient is gone or has lost access. */
  | { kind: 'dropped'; reason: string }
  /** `nextTry` is null if there is no further attempt. */
  | { kind: 'failed'; reason: string; nextTry: Date | null }

/** How to deliver one stored message, whose row records when the next attempt is due and how many there were. */
export interface DeliverySpec<Row> {
  /** How long a claim lasts; longer than any attempt takes. */
  leaseMs: number
  maxTries: number
  /**
   * Claims the message if it is due.
   * @returns the number of attempts including this one; null if it is not due or another process has claimed it
   */
  claim(now: Date, until: Date): Promise<number | null>
  find(): Promise<Row | undefined>
  /**
   * @returns why the message is dropped; null if it was sent
   * @throws DeliveryFailed with a sentence for users, which says whether a retry makes sense
   */
  send(row: Row): Promise<string | null>
  settle(row: Row, outcome: DeliveryOutcome): Promise<void>
  /** Log entry for any other error. */
  onUnexpected: { message: string; ids: Record<string, number> }
}

/**
 * Attempts one delivery, at least once: if the process dies after sending, the lease expires and the message is sent again.
 * Senders therefore give every attempt the same deduplication key.
 */
export async function attemptDelivery<Row>(services: Pick<Services, 'now' | 'log'>, what: DeliverySpec<Row>): Promise<void> {
  const now = services.now()
  const tries = await what.claim(now, new Date(now.getTime() + what.leaseMs))
  const row = tries === null ? undefined : await what.find()
  if (tries === null || row === undefined) return
  await what.settle(row, await outcomeOf(services, what, row, tries))
}

async function outcomeOf<Row>(
  { now, log }: Pick<Services, 'now' | 'log'>,
  { send, maxTries, onUnexpected }: DeliverySpec<Row>,
  row: Row,
  tries: number,
): Promise<DeliveryOutcome> {
  try {
    const reason = await send(row)
    return reason === null ? { kind: 'sent' } : { kind: 'dropped', reason }
  } catch (error) {
    const isForeseen = error instanceof DeliveryFailed
    if (!isForeseen) log.error({ err: error, ...onUnexpected.ids }, onUnexpected.message)
    const reason = isForeseen ? error.message : 'Sightline could not send this. See the server log for details.'
    const isFinal = tries >= maxTries || (isForeseen && !error.mayRetry)
    const pause = FIRST_PAUSE_MS * 2 ** (tries - 1)
    return { kind: 'failed', reason, nextTry: isFinal ? null : new Date(now().getTime() + pause) }
  }
}
