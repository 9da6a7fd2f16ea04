import { useEffect, useRef, useState } from 'react'

/** Milliseconds after the last key press in a number or date format until the preview is redrawn. */
export const FORMAT_DEBOUNCE_MS = 200
/** Milliseconds for code, which takes longer to type and to run. */
export const CODE_DEBOUNCE_MS = 300

/** Delays values until the input pauses. */
export interface Debounced<Value> {
  /** Sends a value after the pause unless another one follows. */
  schedule(value: Value): void
  /** Stores a value that is sent by `flush` only. */
  hold(value: Value): void
  /** Sends the last stored value immediately, at most once. */
  flush(): void
}

/** Delays values that change with every key press. @param pause milliseconds */
export function debounce<Value>(send: (value: Value) => void, pause: number): Debounced<Value> {
  let waiting: { value: Value } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    const last = waiting
    waiting = null
    if (last !== null) send(last.value)
  }
  const hold = (value: Value) => {
    clearTimeout(timer)
    waiting = { value }
  }
  return {
    schedule(value) {
      hold(value)
      timer = setTimeout(flush, pause)
    },
    hold,
    flush,
  }
}

/** Reports typed values after a pause, at the latest when the component unmounts. @param pause milliseconds */
export function useDebounced<Value>(onChange: (value: Value) => void, pause: number): Debounced<Value> {
  const latest = useRef(onChange)
  latest.current = onChange
  const [debounced] = useState(() => debounce((value: Value) => latest.current(value), pause))
  useEffect(() => debounced.flush, [debounced])
  return debounced
}
