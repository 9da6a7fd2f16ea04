import { i18n } from '@sightline/domain/language/i18n.ts'
import type { ValueChecks } from '@sightline/domain/parameters/check.ts'
import { type Definition, typeOf, type Values } from '@sightline/domain/parameters/definition.ts'
import { AppError } from '../../platform/http/errors.ts'
import { openThread, ThreadError } from '../../platform/threads/thread.ts'
import type { PatternCheck } from './pattern.thread.ts'

/** Characters. */
const LONGEST_TEXT = 1_000

// A pattern may take exponential time, which would block the server. The thread enforces a time limit itself; this one is
// a fallback.
const thread = openThread<PatternCheck[], boolean[]>({
  program: new URL('./pattern.thread.ts', import.meta.url),
  read: (message) => message as boolean[],
  limitMs: 10_000,
  idleMs: 60_000,
  heapMegabytes: 64,
  maxWaiting: 100,
})

/**
 * Whether texts match patterns of analysts from start to end. A pattern that is invalid or takes too long matches nothing.
 * @returns one result per check, in order
 * @throws AppError if too many other requests are waiting
 */
export async function matchPatterns(checks: readonly PatternCheck[]): Promise<boolean[]> {
  const isShort = ({ text }: PatternCheck) => text.length <= LONGEST_TEXT
  const short = checks.filter(isShort)
  if (short.length === 0) return checks.map(() => false)
  const replies = (await runInThread(short)).values()
  return checks.map((check) => isShort(check) && replies.next().value === true)
}

/**
 * Matches the values of `text-pattern` parameters in advance.
 * @param values by name, as they will be checked against the definitions
 * @returns a function that tells `checkValues` whether one of these values matches its pattern
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

async function runInThread(checks: PatternCheck[]): Promise<boolean[]> {
  try {
    return await thread.ask(checks)
  } catch (error) {
    if (!(error instanceof ThreadError)) throw error
    if (error.reason !== 'overloaded') return checks.map(() => false)
    const limit = i18n._('Too many parameter patterns are being checked. Please try again in a moment.')
    throw new AppError('too_many_requests', { limit }, { cause: error })
  }
}
