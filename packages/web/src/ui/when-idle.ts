/**
 * Does something once the browser has time to spare.
 * @param latestMs milliseconds after which it is done in any case
 * @returns calls it off
 */
export function whenIdle(work: () => void, latestMs: number): () => void {
  // Not every browser tells.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 0)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: latestMs })
  return () => cancelIdleCallback(asked)
}
