import { describe, expect, it } from 'vitest'
import { never } from '../../testing/never.ts'
import { TransientError } from '../http/retry.ts'
import { ConnectionLost, OutcomeUnknown, QueryError } from '../runner.ts'
import { boundSelect, runBound } from './bound-select.ts'
import { type BoundText, questionMarks } from './bound-text.ts'

const parameters = questionMarks('trino', 2)
const TEXT = "SELECT a FROM t WHERE b = 'c'"
const BOUND: BoundText = { text: 'SELECT a FROM t WHERE b = ?', values: ['c'] }

describe('a SELECT with parameters (PARAM-73)', () => {
  it.each([TEXT, `/* it's */ ${TEXT}`, `(${TEXT})`, `WITH x AS (${TEXT}) SELECT * FROM x`])('is made of %s', (text) => {
    expect(boundSelect(text, parameters)?.values).toEqual(['c'])
  })

  it.each([
    ['has another statement', `SELECT 1; ${TEXT}`],
    ['is explained', `EXPLAIN ${TEXT}`],
    ['makes a table', "SELECT a INTO x FROM t WHERE b = 'c'"],
    ['changes rows', "WITH x AS (SELECT 1) DELETE FROM t WHERE b = 'c'"],
    ['has parameters', `${TEXT} AND d = ?`],
    ['has too many texts', `${TEXT} AND d IN ('e', 'f')`],
  ])('is not made of a text that %s', (_, text) => {
    expect(boundSelect(text, parameters)).toBeNull()
  })

  it('keeps literals whose values no parameter takes', () => {
    const short = { ...parameters, takes: (value: string) => value.length < 2 }
    expect(boundSelect(`${TEXT} AND d = 'long'`, short)).toEqual({ text: `${BOUND.text} AND d = 'long'`, values: ['c'] })
  })
})

describe('a run with parameters (PARAM-73)', () => {
  /** The queries that are run, where those with parameters fail. */
  async function runsWith(failure: Error, signal = never) {
    const runs: BoundText[] = []
    const outcome = runBound(TEXT, parameters, signal, async (query) => {
      runs.push(query)
      if (query.values.length > 0) throw failure
      return 'rows'
    })
    return { result: await outcome.catch((error: unknown) => error), runs }
  }

  it('is repeated as it is written if the query fails', async () => {
    expect(await runsWith(new QueryError('No parameters.'))).toEqual({
      result: 'rows',
      runs: [BOUND, { text: TEXT, values: [] }],
    })
  })

  it.each([
    new ConnectionLost(),
    new OutcomeUnknown('No answer.'),
    new TransientError('Busy.'),
    new Error('A mistake of ours.'),
  ])('is not repeated after another failure: %s', async (failure) => {
    expect(await runsWith(failure)).toEqual({ result: failure, runs: [BOUND] })
  })

  it('is not repeated once it is cancelled', async () => {
    const failure = new QueryError('Cancelled.')
    expect(await runsWith(failure, AbortSignal.abort())).toEqual({ result: failure, runs: [BOUND] })
  })
})
