import { createContext, Script } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import type { PatternCheck } from './pattern-request.ts'

/** Milliseconds for all patterns of one request together, so that others do not wait long for their turn. */
const BUDGET_MS = 500

// The pattern by itself comes first: one that is only valid inside our brackets would not be held by them.
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
