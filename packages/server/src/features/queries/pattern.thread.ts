import { createContext, Script } from 'node:vm'
import { parentPort } from 'node:worker_threads'

/** A value and the pattern that it must match. */
export interface PatternCheck {
  pattern: string
  text: string
}

/** Milliseconds for all patterns of one request together, so that other requests do not wait long. */
const BUDGET_MS = 500

// Compiling the pattern alone first rejects patterns that are only valid inside our group and could break out of it.
const fullMatch = new Script("new RegExp(pattern, 'u'); new RegExp('^(?:' + pattern + ')$', 'u').test(text)")

const context = createContext({ pattern: '', text: '' })

function matches(check: PatternCheck, timeout: number): boolean {
  try {
    Object.assign(context, check)
    return fullMatch.runInContext(context, { timeout }) === true
  } catch {
    return false
  }
}

parentPort?.on('message', (checks: PatternCheck[]) => {
  const end = performance.now() + BUDGET_MS
  const replies = checks.map((check) => {
    const rest = Math.floor(end - performance.now())
    return rest > 0 && matches(check, rest)
  })
  parentPort?.postMessage(replies)
})
