import { useSyncExternalStore } from 'react'

/**
 * An observable value that changes many times a second, such as a text being typed. It lives outside of React state, so a change
 * renders only the components that select something affected by it.
 */
export interface LiveValue<T> {
  get(): T
  set(next: T): void
  /** @returns ends the subscription */
  subscribe(onChange: () => void): () => void
}

export function liveValue<T>(initial: T): LiveValue<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/**
 * Selects something from a live value; the component renders again when the selected value changes.
 * @param select runs at every change, so it must be quick, and must return the same object as long as nothing has changed
 */
export const useLive = <T, Selected>({ subscribe, get }: LiveValue<T>, select: (value: T) => Selected): Selected =>
  useSyncExternalStore(subscribe, () => select(get()))
