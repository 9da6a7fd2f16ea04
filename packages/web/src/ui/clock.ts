/** How often texts such as "2 minutes ago" are brought up to date. */
export const REFRESH_MS = 30_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
let now = Date.now()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

/** The time, in steps of 30 s, for everything on the page that tells an age. It stands still while nobody looks. */
export const clock = {
  now: () => now,
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      now = Date.now()
      timer = setInterval(tick, REFRESH_MS)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && timer !== null) clearInterval(timer)
    }
  },
}
