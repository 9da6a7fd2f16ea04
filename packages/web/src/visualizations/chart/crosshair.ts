/** Told the moment that is pointed at in a chart; null when the pointer has gone. */
type Listener = (time: number | null) => void

/** What charts tell each other about the moment that somebody points at. */
export interface Crosshair {
  /** Tells all but who tells it. @param time milliseconds; null for none */
  point(time: number | null, from: Listener): void
  /** @returns ends it */
  listen(listener: Listener): () => void
}

/** A crosshair that nobody has pointed with yet. */
export function makeCrosshair(): Crosshair {
  const listeners = new Set<Listener>()
  let last: number | null = null
  return {
    point(time, from) {
      // A pointer that rests tells the same again and again.
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

/** The crosshair that all charts of the page with an axis of time share. */
export const pageCrosshair = makeCrosshair()

/**
 * The ends of a stretch of pixels, of which one that is in it is known.
 * @param inside in the stretch
 * @param isIn whether a pixel is; asked for some between 0 and `length`
 * @returns null when the known pixel is not in it
 */
export function stretchAround(
  inside: number,
  length: number,
  isIn: (pixel: number) => boolean,
): { from: number; to: number } | null {
  if (!isIn(inside)) return null
  return { from: edge(inside, 0, isIn), to: edge(inside, length, isIn) }
}

/** The last pixel that is in, on the way from one that is to one that may not be. */
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
