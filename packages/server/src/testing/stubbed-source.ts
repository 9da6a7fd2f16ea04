import { expect, onTestFinished } from 'vitest'
import { failureOf } from '../runners/conformance/runs.ts'
import type { AnyRunner, RunContext } from '../runners/runner.ts'
import { never } from './never.ts'
import { rowsOf } from './rows-of.ts'
import { type StubAnswer, type StubCall, startStub } from './stub-server.ts'

type Config = Record<string, unknown>

/** A data source of a type connected to a stub, for one test. */
export async function stubbedSource(
  runner: AnyRunner,
  optionsOf: (stub: { url: string; port: number }) => Config,
  answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>,
) {
  const stub = await startStub(answer)
  onTestFinished(() => stub.close())
  const context = ({
    options = {},
    ...changes
  }: Partial<RunContext<Config>> & { options?: Config } = {}): RunContext<Config> => ({
    config: runner.config.parse({ ...optionsOf(stub), ...options }),
    signal: never,
    sourceNetworks: ['127.0.0.1'],
    tempDir: '/nowhere',
    ...changes,
  })
  const run = (text: string, changes?: Parameters<typeof context>[0]) => runner.run(text, context(changes))
  return {
    stub,
    context,
    run,
    /** Names and types of the columns, and the rows. */
    async read(text: string) {
      const result = await run(text)
      return { columns: result.columns.map(({ name, type }) => [name, type]), rows: await rowsOf(result) }
    },
    refusal: (text: string, changes?: Parameters<typeof context>[0]) => failureOf(run(text, changes).then(rowsOf)),
    /** Cancels a started run, and returns its error. */
    async cancelled(text: string, hasBegun: () => boolean) {
      const stop = new AbortController()
      const outcome = failureOf(run(text, { signal: stop.signal }).then(rowsOf))
      await expect.poll(hasBegun, { interval: 5 }).toBe(true)
      stop.abort()
      return (await outcome).message
    },
  }
}

export const json = (body: unknown, status = 200): StubAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body,
})

/** The Basic authorization header. */
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
