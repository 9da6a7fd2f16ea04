/** Lets so many run at a time; the others wait in the order in which they came. */
export type RunLimit = <Value>(run: () => Promise<Value>, signal: AbortSignal) => Promise<Value>

/** @param most at a time */
export function createRunLimit(most: number): RunLimit {
  let running = 0
  const waiting: (() => void)[] = []

  return async (run, signal) => {
    if (running >= most) await turn(signal)
    else running++
    try {
      signal.throwIfAborted()
      return await run()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  /** The slot of whoever ends is handed on, so that nobody who comes later gets in between. */
  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(signal.reason)
      }
      waiting.push(start)
      if (signal.aborted) leave()
      else signal.addEventListener('abort', leave, { once: true })
    })
  }
}
