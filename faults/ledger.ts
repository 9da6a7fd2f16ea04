/**
 * The outcome that Sightline has reported of a writing statement: its run is done, it has failed without effect, or nobody knows.
 * `open` while no end has been reported.
 */
export type Reported = 'done' | 'refused' | 'unknown' | 'open'

/** The statements that clients have asked for; each writes one row with a number of its own. */
export class Ledger {
  readonly #reported = new Map<string, Reported>()

  report(id: string, outcome: Reported): void {
    this.#reported.set(id, outcome)
  }

  get size(): number {
    return this.#reported.size
  }

  /**
   * Compares the reports with what happened.
   * @param written how many rows each statement has written
   * @returns one sentence for each statement of which something wrong was reported
   */
  violations(written: ReadonlyMap<string, number>): string[] {
    return [...this.#reported].flatMap(([id, outcome]) => {
      const count = written.get(id) ?? 0
      const sentence = contradiction(outcome, count)
      return sentence === null ? [] : [`Statement ${id}: ${sentence}`]
    })
  }
}

/** @returns what is wrong; null if nothing is */
function contradiction(outcome: Reported, count: number): string | null {
  if (count > 1) return `it has run ${count} times.`
  if (outcome === 'done' && count === 0) return 'it was reported as done and has not run.'
  if (outcome === 'refused' && count === 1) return 'it was reported as not run and has run.'
  if (outcome === 'open') return 'its end was never reported.'
  return null
}

const MAY_HAVE_RUN = 'The statement may have run.'

/**
 * The outcome of a statement according to the error message of its failed run.
 * @param error message of a job
 */
export const outcomeIn = (error: string): Reported => (error.includes(MAY_HAVE_RUN) ? 'unknown' : 'refused')
