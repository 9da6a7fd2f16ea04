import { Script } from 'node:vm'

const LONGEST_TEXT = 1_000
const TIME_LIMIT_MS = 100

// The pattern by itself comes first: one that only fits together inside our brackets would not be held by them.
const fullMatch = new Script("new RegExp(pattern, 'u'); new RegExp('^(?:' + pattern + ')$', 'u').test(text)")

/**
 * Whether a text matches an analyst's pattern from end to end. A pattern that goes wrong, or on for too long, matches nothing:
 * one that somebody wrote badly must not hold up the server.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (text.length > LONGEST_TEXT) return false
  try {
    return fullMatch.runInNewContext({ pattern, text }, { timeout: TIME_LIMIT_MS }) === true
  } catch {
    return false
  }
}
