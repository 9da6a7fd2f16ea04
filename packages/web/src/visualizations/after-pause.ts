/** A drawing is not made anew for every letter of a format: milliseconds after the last one. */
export const FORMAT_DEBOUNCE_MS = 200
/** The same for code, which takes longer to write and to run. */
export const CODE_DEBOUNCE_MS = 300

/** What is typed, held back. */
export interface AfterPause<Value> {
  /** Passes a value on after the pause, unless another one comes first. */
  soon(value: Value): void
  /** Notes a value, which is passed on only by `now`. */
  hold(value: Value): void
  /** Passes on at once what was noted last; nothing when that has been done. */
  now(): void
}

/** Holds back what changes with every key. @param pause milliseconds */
export function afterPause<Value>(pass: (value: Value) => void, pause: number): AfterPause<Value> {
  let waiting: { value: Value } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = () => {
    clearTimeout(timer)
    const last = waiting
    waiting = null
    if (last !== null) pass(last.value)
  }
  const hold = (value: Value) => {
    clearTimeout(timer)
    waiting = { value }
  }
  return {
    soon(value) {
      hold(value)
      timer = setTimeout(now, pause)
    },
    hold,
    now,
  }
}
