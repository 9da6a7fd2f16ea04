import { expect } from 'vitest'
import { secretValues } from '../../platform/type-options.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type AnyRunner, NO_DATA } from '../runner.ts'
import { failureOf } from './runs.ts'
import type { ConformanceSetup, Options } from './setup.ts'

// Cases of logins that may sign in and have too few rights.

type Sentence = string | RegExp

/** A valid login, what it may read, and the sentence about everything else. */
export interface WeakLogin {
  options: Options
  surroundings?: ReturnType<NonNullable<ConformanceSetup['surroundings']>>
  /** Further texts that no message may contain. */
  secrets?: readonly string[]
  /** A query that it may run. */
  allowed?: string
  /** The sentence for each query that it may not run. */
  refused: Record<string, Sentence>
  /** The tables that the schema lists, each with its columns as `table: a, b`; or the sentence that says why there are none. */
  schema: readonly string[] | Sentence
  /** The sentence for the test of the connection; left out if it succeeds. */
  test?: Sentence
  /** Lists the work that its sessions have left at the server. */
  remains?: () => Promise<unknown[]>
}

const MAX_LENGTH = 250
/** Parts of a message that libraries and servers add for developers. */
const FOR_DEVELOPERS = /\n\s*at |\bat [\w$.]+\([\w.]+:\d+\)|\w{3,}Exception\b|[{,]\s*"\w+"\s*:|<\w+>|undefined|\[object/

/** Expects that such a login gets one plain sentence for what it may not do, sees what it may read, and leaves nothing running. */
export async function expectPlainRefusals(runner: AnyRunner, login: WeakLogin): Promise<void> {
  const { options, surroundings, allowed, refused, schema, test } = login
  const context = { config: runner.config.parse(options), signal: never, ...surroundings }
  const read = async (text: string) => rowsOf(await runner.run(text, { tempDir: '/nowhere', ...context }))
  const meets = async (outcome: Promise<unknown>, sentence: Sentence) => {
    const { message } = await failureOf(outcome)
    if (typeof sentence === 'string') expect(message).toBe(sentence)
    else expect(message).toMatch(sentence)
    expectPlain(message, [...secretValues(runner.config, options), ...(login.secrets ?? [])])
  }

  const testing = async () => runner.testConnection?.(context)
  if (test === undefined) await testing()
  else await meets(testing(), test)

  const listing = async () => (await runner.getSchema?.(context)) ?? []
  if (typeof schema === 'string' || schema instanceof RegExp) await meets(listing(), schema)
  else
    expect((await listing()).map(({ name, columns }) => `${name}: ${columns.map((column) => column.name).join(', ')}`)).toEqual(
      schema,
    )

  if (allowed !== undefined) await read(allowed)
  for (const [text, sentence] of Object.entries(refused)) await meets(read(text), sentence)
  if (login.remains) await expect.poll(login.remains).toEqual([])
}

/** Expects a message without secrets, and without what is meant for developers. */
export function expectPlain(message: string, secrets: readonly string[]): void {
  expect(message).not.toMatch(FOR_DEVELOPERS)
  expect(message).not.toBe(NO_DATA)
  expect(message.length).toBeLessThanOrEqual(MAX_LENGTH)
  for (const secret of secrets.filter((value) => value !== '')) expect(message).not.toContain(secret)
}
