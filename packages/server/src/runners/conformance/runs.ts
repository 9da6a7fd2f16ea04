import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import type { Case, ConformanceSetup, Options } from '../conformance.ts'
import { type AnyRunner, type ErrandContext, QueryError, type RunnerResult, type Session } from '../runner.ts'

/** A runner and the facts about it, ready to be asked. */
export interface Subject {
  runner: AnyRunner
  setup: ConformanceSetup
  /** What all but a run is given. */
  sourceContext(options?: Options): ErrandContext<Options>
  run(
    text: string,
    changes?: { signal?: AbortSignal; options?: Options },
    onSession?: (session: Session) => void,
  ): Promise<RunnerResult>
  /** The rows of an answer. */
  read(text: string): Promise<ReadValue[][]>
  refusal(text: string): Promise<QueryError>
}

const never = new AbortController().signal

export function subjectOf(runner: AnyRunner, setup: ConformanceSetup): Subject {
  const sourceContext = (options: Options = setup.options()): ErrandContext<Options> => ({
    config: runner.config.parse(options),
    signal: never,
    ...setup.surroundings?.(),
  })
  const run: Subject['run'] = (text, { signal = never, options = setup.options() } = {}, onSession) =>
    runner.run(text, {
      tempDir: '/nowhere',
      ...sourceContext(options),
      signal,
      ...(onSession ? { onSession } : {}),
    })
  return {
    runner,
    setup,
    sourceContext,
    run,
    read: async (text) => rowsOf(await run(text)),
    refusal: (text) => failureOf(run(text).then(rowsOf)),
  }
}

/** Describes a case, where there are facts for it. */
export function given<Facts extends object | string>(facts: Case<Facts>, describeCase: (facts: Facts) => void): void {
  if (typeof facts === 'object' && 'notApplicable' in facts) return
  describeCase(facts as Facts)
}

/** The error of a failing run. @throws whatever is no `QueryError`, and when it does not fail */
export async function failureOf(outcome: Promise<unknown>): Promise<QueryError> {
  try {
    await outcome
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  throw new Error('It did not fail.')
}
