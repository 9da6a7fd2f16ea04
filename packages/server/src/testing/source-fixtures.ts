import { existsSync } from 'node:fs'
import { runners } from '../runners/registry.ts'
import type { AnyRunner, RunContext, RunnerResult } from '../runners/runner.ts'
import { never } from './never.ts'
import type { SourceFixture } from './source-fixture.ts'

/** A type of data source that speaks HTTP, and its fixture. */
export interface HttpSource {
  type: string
  runner: AnyRunner
  fixture: SourceFixture
}

async function fixtureOf({ moduleUrl }: AnyRunner): Promise<SourceFixture | null> {
  if (!moduleUrl.endsWith('/index.ts')) return null
  const file = new URL('testing/fixture.ts', moduleUrl)
  return existsSync(file) ? (await import(file.href)).fixture : null
}

/** Every type of data source that speaks HTTP. */
export const httpSources: readonly HttpSource[] = (
  await Promise.all(
    [...runners.values()].map(async (runner) => ({ type: runner.type, runner, fixture: await fixtureOf(runner) })),
  )
).flatMap(({ fixture, ...source }) => (fixture ? [{ ...source, fixture }] : []))

/** The fixtures of types whose query texts choose the server. */
export const urlSources = httpSources.filter(({ fixture }) => typeof fixture.text === 'function')

/** A source of a type at a URL. */
export function sourceAt(
  { runner, fixture: { options, text } }: HttpSource,
  url: string,
  changes: Partial<Omit<RunContext<unknown>, 'config'>> = {},
) {
  const given = options(url)
  const context = { config: runner.config.parse(given), signal: never, tempDir: '/nowhere', ...changes }
  return {
    options: given,
    run: (): Promise<RunnerResult> => runner.run(typeof text === 'string' ? text : text(url), context),
    test: async () => runner.testConnection?.(context),
  }
}
