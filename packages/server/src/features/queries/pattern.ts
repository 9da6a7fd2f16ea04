import type { ValueChecks } from '@sightline/domain/parameters/check.ts'
import { type Definition, typeOf, type Values } from '@sightline/domain/parameters/definition.ts'
import { AppError } from '../../platform/http/errors.ts'
import { openThread, ThreadError } from '../../platform/threads/thread.ts'
import type { PatternCheck } from './pattern-request.ts'

/** Characters. */
const LONGEST_TEXT = 1_000

// A pattern may take exponential time, in which the server would answer nobody. The thread limits the time by itself; the limit
// here, which includes starting the thread, is for when that fails.
const thread = openThread<PatternCheck[], boolean[]>({
  program: new URL('./pattern.thread.ts', import.meta.url),
  read: (message) => message as boolean[],
  limitMs: 10_000,
  idleMs: 60_000,
  heapMegabytes: 64,
  maxWaiting: 100,
})

/**
 * Whether texts match patterns of analysts, each from end to end. A pattern that is invalid or takes too long matches nothing.
 * @returns one answer for each check, in their order
 * @throws AppError when too many others are waiting for the same
 */
export async function matchPatterns(checks: readonly PatternCheck[]): Promise<boolean[]> {
  const isShort = ({ text }: PatternCheck) => text.length <= LONGEST_TEXT
  const short = checks.filter(isShort)
  if (short.length === 0) return checks.map(() => false)
  const replies = (await askThread(short)).values()
  return checks.map((check) => isShort(check) && replies.next().value === true)
}

/**
 * Checks the values of `text-pattern` parameters beforehand.
 * @param values by name, as they are about to be checked against the definitions
 * @returns what tells `checkValues` whether one of these values matches its pattern
 */
export async function patternKnowledge(definitions: readonly Definition[], values: Values): Promise<ValueChecks['matches']> {
  const checks = definitions.flatMap((definition) => {
    const text = values[definition.name]
    const isChecked = typeOf(definition) === 'text-pattern' && typeof text === 'string'
    return isChecked ? [{ pattern: definition.regex ?? '', text }] : []
  })
  const replies = await matchPatterns(checks)
  const matching = checks.filter((_, index) => replies[index])
  return (pattern, text) => matching.some((check) => check.pattern === pattern && check.text === text)
}

async function askThread(checks: PatternCheck[]): Promise<boolean[]> {
  try {
    return await thread.ask(checks)
  } catch (error) {
    if (!(error instanceof ThreadError)) throw error
    if (error.reason !== 'overloaded') return checks.map(() => false)
    const limit = 'Too many patterns of parameters are being checked. Please try again in a moment.'
    throw new AppError('too_many_requests', { limit }, { cause: error })
  }
}
