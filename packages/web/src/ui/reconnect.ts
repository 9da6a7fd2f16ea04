/** Milliseconds after the return of the connection at which callers try again: often it takes a moment until it carries anything. */
export const ATTEMPTS_MS = [0, 1000, 3000, 8000]

const attempts = new Set<() => void>()
let timers: ReturnType<typeof setTimeout>[] = []
let isWatching = false

/**
 * Calls back when the browser is online again, and a few times after that. Callers stop listening once they have what they need.
 * @returns stops listening
 */
export function onReconnect(attempt: () => void): () => void {
  watch()
  attempts.add(attempt)
  return () => void attempts.delete(attempt)
}

/** Whether the connection has just returned, so that what fails to load is tried again. */
export const isReconnecting = (): boolean => timers.length > 0

/** Watches the connection from the first listener on; those that come after its return take part in the attempts that are left. */
function watch(): void {
  if (isWatching) return
  isWatching = true
  window.addEventListener('online', () => {
    cancel()
    timers = ATTEMPTS_MS.map((delay) => setTimeout(tryAgain, delay))
  })
  window.addEventListener('offline', cancel)
}

function tryAgain(): void {
  timers.shift()
  for (const attempt of [...attempts]) attempt()
}

function cancel(): void {
  timers.forEach(clearTimeout)
  timers = []
}
