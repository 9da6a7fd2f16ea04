/** Milliseconds after the last letter until changed code is drawn. */
export const REDRAW_DELAY_MS = 300

interface LaterRedraw {
  /** Notes what was typed, and has it drawn after a pause where `redraws` says so. */
  typed(code: string, redraws: boolean): void
  /** Draws at once what was typed last. */
  now(): void
}

/** Holds back code that is being typed. @param apply takes the code over, to be drawn and saved */
export function laterRedraw(apply: (code: string) => void): LaterRedraw {
  let waiting: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = () => {
    clearTimeout(timer)
    if (waiting !== null) apply(waiting)
    waiting = null
  }
  return {
    typed(code, redraws) {
      waiting = code
      clearTimeout(timer)
      if (redraws) timer = setTimeout(now, REDRAW_DELAY_MS)
    },
    now,
  }
}
