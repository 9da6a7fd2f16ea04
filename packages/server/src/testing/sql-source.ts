import { failureOf } from '../runners/conformance/runs.ts'
import type { AnyRunner } from '../runners/runner.ts'
import { never } from './never.ts'
import { type ReadValue, rowsOf } from './rows-of.ts'

type Options = Record<string, unknown>

/** A SQL data source type connected to a real server. @param optionsOf evaluated when a test needs the options */
export function sqlSource(runner: AnyRunner, optionsOf: () => Options) {
  const configOf = (changes: Options = {}) => runner.config.parse({ ...optionsOf(), ...changes })
  const run = (text: string, { signal = never, ...changes }: { signal?: AbortSignal; [option: string]: unknown } = {}) =>
    runner.run(text, { config: configOf(changes), signal, tempDir: '/nowhere' })
  const read = async (text: string, changes: Options = {}) => rowsOf(await run(text, changes))
  return {
    configOf,
    run,
    read,
    /** The first row. */
    values: async (text: string): Promise<ReadValue[]> => (await read(text))[0] ?? [],
    refusal: (text: string) => failureOf(run(text).then(rowsOf)),
  }
}
