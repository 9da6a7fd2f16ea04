/** Receives the time under the pointer of another chart; null after the pointer has left. */
type Listener = (time: number | null) => void

/** Synchronizes the crosshair of all time charts on a page. */
export interface Crosshair {
  /**
   * Notifies all listeners except `from`.
   * @param time milliseconds; null for none
   */
  point(time: number | null, from: Listener): void
  /** @returns unsubscribes */
  listen(listener: Listener): () => void
}

/** Creates a crosshair without listeners. */
export function makeCrosshair(): Crosshair {
  const listeners = new Set<Listener>()
  let last: number | null = null
  return {
    point(time, from) {
      // A pointer at rest reports the same time repeatedly.
      if (time === last) return
      last = time
      for (const listener of listeners) if (listener !== from) listener(time)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The crosshair shared by all charts of the page with a time axis. */
export const pageCrosshair = makeCrosshair()

/**
 * Finds both ends of a contiguous range of pixels by binary search, starting from a pixel inside it.
 * @param inside a pixel of the range
 * @param isIn whether a pixel belongs to the range; called for some pixels between 0 and `length`
 * @returns null if `inside` does not belong to the range
 */
export function stretchAround(
  inside: number,
  length: number,
  isIn: (pixel: number) => boolean,
): { from: number; to: number } | null {
  if (!isIn(inside)) return null
  return { from: edge(inside, 0, isIn), to: edge(inside, length, isIn) }
}

/** The last pixel in the range between one that is inside and one that may be outside. */
function edge(inside: number, outside: number, isIn: (pixel: number) => boolean): number {
  if (isIn(outside)) return outside
  let [near, far] = [inside, outside]
  while (Math.abs(far - near) > 1) {
    const middle = Math.round((near + far) / 2)
    if (isIn(middle)) near = middle
    else far = middle
  }
  return near
}
