/** Milliseconds after which widgets may glide: what is placed first has not come from anywhere. */
export const ANIMATION_DELAY_MS = 50
/** Milliseconds of rest after which a new width of the window counts. */
export const RESIZE_DEBOUNCE_MS = 50
/** Milliseconds between two looks at the heights of contents. */
export const AUTO_HEIGHT_POLL_MS = 200

/** Allows animations soon after the first placing. @returns what stops it */
export function allowAnimations(allow: () => void): () => void {
  const timer = setTimeout(allow, ANIMATION_DELAY_MS)
  return () => clearTimeout(timer)
}

/** Looks at the heights of contents now and again: they change with data, fonts and images, of which nobody tells. */
export function pollHeights(look: () => void): () => void {
  const timer = setInterval(look, AUTO_HEIGHT_POLL_MS)
  return () => clearInterval(timer)
}

/** Tells the width of an element, in pixels, whenever it has come to rest. @returns what stops it */
export function watchWidth(element: HTMLElement, tell: (width: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new ResizeObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(() => tell(element.clientWidth), RESIZE_DEBOUNCE_MS)
  })
  observer.observe(element)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
