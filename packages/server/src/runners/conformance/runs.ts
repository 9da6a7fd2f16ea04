import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import type { Case, ConformanceSetup, Options } from '../conformance.ts'
import type { AnyRunner, QueryError, RunnerResult, Session, SourceContext } from '../runner.ts'
import { failureOf } from './failure.ts'

/** A runner and the facts about it, ready to be asked. */
export interface Subject {
  runner: AnyRunner
  setup: ConformanceSetup
  /** What all but a run is given. */
  errand(options?: Options): SourceContext<Options>
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
  const errand = (options: Options = setup.options()): SourceContext<Options> => ({
    config: runner.config.parse(options),
    signal: never,
    ...setup.surroundings?.(),
  })
  const run: Subject['run'] = (text, { signal = never, options = setup.options() } = {}, onSession) =>
    runner.run(text, {
      tempDir: '/nowhere',
      ...errand(options),
      signal,
      ...(onSession ? { onSession } : {}),
    })
  return {
    runner,
    setup,
    errand,
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
