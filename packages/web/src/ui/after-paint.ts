/** Milliseconds after which it goes on without a paint: a tab in the background paints nothing. */
const LATEST_MS = 100

/** Resolves when the browser has painted what is in the page now, so that heavy work does not delay it. */
export const afterPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const latest = setTimeout(resolve, LATEST_MS)
    // The callback of a frame runs before its paint, and a task from there after it.
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(latest)
        resolve()
      }, 0),
    )
  })
