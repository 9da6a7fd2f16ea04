import { DeliveryFailed } from '../../destinations/destination.ts'
import type { Services } from '../../platform/context.ts'

/** The pause after the first try that failed; each further one doubles it. */
const FIRST_PAUSE_MS = 60_000

/** What has become of one try. */
export type DeliveryOutcome =
  | { kind: 'sent' }
  /** It is for nobody any more. */
  | { kind: 'dropped'; reason: string }
  /** `nextTry` is null for what is not tried again. */
  | { kind: 'failed'; reason: string; nextTry: Date | null }

/** Something stored that is to be delivered: its row says when it may be tried, and how often it was. */
export interface Deliverable<Row> {
  /** Longer than any try lasts: what a process has taken is left to it for this long. */
  leaseMs: number
  maxTries: number
  /**
   * Takes it if its time has come, and puts it off for everybody else.
   * @returns how often it was tried by now, this time included; null when there is nothing to do, or somebody else does it
   */
  claim(now: Date, until: Date): Promise<number | null>
  find(): Promise<Row | undefined>
  /**
   * @returns why it is not sent at all; null when it was
   * @throws DeliveryFailed with a sentence for people, which says whether trying again makes sense
   */
  send(row: Row): Promise<string | null>
  settle(row: Row, outcome: DeliveryOutcome): Promise<void>
  /** What the log says when it failed as nobody has foreseen, and which one it was. */
  unforeseen: { message: string; ids: Record<string, number> }
}

/**
 * Tries to deliver something once. A process that dies after sending leads to one try more, when its lease is over: whoever sends
 * gives each try the same key.
 */
export async function attemptDelivery<Row>(services: Pick<Services, 'now' | 'log'>, what: Deliverable<Row>): Promise<void> {
  const now = services.now()
  const tries = await what.claim(now, new Date(now.getTime() + what.leaseMs))
  const row = tries === null ? undefined : await what.find()
  if (tries === null || row === undefined) return
  await what.settle(row, await outcomeOf(services, what, row, tries))
}

async function outcomeOf<Row>(
  { now, log }: Pick<Services, 'now' | 'log'>,
  { send, maxTries, unforeseen }: Deliverable<Row>,
  row: Row,
  tries: number,
): Promise<DeliveryOutcome> {
  try {
    const reason = await send(row)
    return reason === null ? { kind: 'sent' } : { kind: 'dropped', reason }
  } catch (error) {
    const isForeseen = error instanceof DeliveryFailed
    if (!isForeseen) log.error({ err: error, ...unforeseen.ids }, unforeseen.message)
    const reason = isForeseen ? error.message : 'Sightline could not send this. The log of the server tells why.'
    const isFinal = tries >= maxTries || (isForeseen && !error.mayRetry)
    const pause = FIRST_PAUSE_MS * 2 ** (tries - 1)
    return { kind: 'failed', reason, nextTry: isFinal ? null : new Date(now().getTime() + pause) }
  }
}
