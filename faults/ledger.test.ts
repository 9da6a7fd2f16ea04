import { describe, expect, it } from 'vitest'
import { Ledger, outcomeIn } from './ledger.ts'

describe('the ledger of writing statements', () => {
  it('finds statements that ran twice, or of which something wrong was reported (OPEN-293)', () => {
    const ledger = new Ledger()
    for (const outcome of ['done', 'refused', 'unknown', 'open'] as const)
      for (const count of [0, 1, 2]) ledger.report(`${outcome} ${count}`, outcome)
    const written = new Map(
      ['done', 'refused', 'unknown', 'open'].flatMap((outcome) =>
        [0, 1, 2].map((count): [string, number] => [`${outcome} ${count}`, count]),
      ),
    )
    expect(ledger.violations(written)).toEqual([
      'Statement done 0: it was reported as done and has not run.',
      'Statement done 2: it has run 2 times.',
      'Statement refused 1: it was reported as not run and has run.',
      'Statement refused 2: it has run 2 times.',
      'Statement unknown 2: it has run 2 times.',
      'Statement open 0: its end was never reported.',
      'Statement open 1: its end was never reported.',
      'Statement open 2: it has run 2 times.',
    ])
  })

  it('takes a failed run as one without effect unless its message says otherwise (OPEN-293)', () => {
    expect(outcomeIn('The connection to the server was lost. The statement may have run. Check before you run it again.')).toBe(
      'unknown',
    )
    expect(outcomeIn('relation "ledger" does not exist')).toBe('refused')
  })
})
