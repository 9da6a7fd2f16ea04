import { useSyncExternalStore } from 'react'

/**
 * A value that changes many times a second, such as a text while somebody types. It is no state of a component, so a change
 * renders only what shows something of it.
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
 * A fact about a live value; the component renders again once the fact is another one.
 * @param fact is asked at every change, so it has to be quick, and answers the same object as long as nothing is new
 */
export const useLive = <T, Fact>({ subscribe, get }: LiveValue<T>, fact: (value: T) => Fact): Fact =>
  useSyncExternalStore(subscribe, () => fact(get()))
