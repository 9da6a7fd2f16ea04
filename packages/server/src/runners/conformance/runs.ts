import { never } from '../../testing/never.ts'
import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import { type AnyRunner, QueryError, type RunnerResult, type Session, type SourceContext } from '../runner.ts'
import type { Case, ConformanceSetup, Options } from './setup.ts'

/** A runner under test, with the facts about it and shortcuts to run queries. */
export interface Subject {
  runner: AnyRunner
  setup: ConformanceSetup
  /** The context of all calls except runs. */
  sourceContext(options?: Options): SourceContext<Options>
  run(
    text: string,
    changes?: { signal?: AbortSignal; options?: Options },
    onSession?: (session: Session) => void,
  ): Promise<RunnerResult>
  /** Runs a query and returns its rows. */
  read(text: string): Promise<ReadValue[][]>
  refusal(text: string): Promise<QueryError>
}

export function testSubject(runner: AnyRunner, setup: ConformanceSetup): Subject {
  const sourceContext = (options: Options = setup.options()): SourceContext<Options> => ({
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

/** Defines a case unless it does not apply. */
export function defineCase<Facts extends object | string>(facts: Case<Facts>, describeCase: (facts: Facts) => void): void {
  if (typeof facts === 'object' && 'notApplicable' in facts) return
  describeCase(facts as Facts)
}

/**
 * Returns the error of a failing run.
 * @throws anything that is not a `QueryError`, and an error if the run succeeds
 */
export async function failureOf(outcome: Promise<unknown>): Promise<QueryError> {
  try {
    await outcome
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  throw new Error('It did not fail.')
}
