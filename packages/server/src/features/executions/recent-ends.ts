import type { ExecutionRow, ResultRow } from './store.ts'

/** An execution as it ended, with the result it has led to. */
export interface End {
  execution: ExecutionRow
  result: ResultRow | null
}

const KEPT_ENDS = 100

const kept = new Map<string, End>()

/** Keeps the end of an execution of this process, so that whoever waits for it here need not read what was just written. */
export function keepEnd(end: End): void {
  kept.set(end.execution.id, end)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_ENDS && oldest !== undefined) kept.delete(oldest)
}

/** The end of an execution as it was kept; undefined when it has to be read. */
export const recentEnd = (id: string): End | undefined => kept.get(id)
