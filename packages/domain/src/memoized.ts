/**
 * Remembers the results of a pure function, for values that are expensive to make and come again and again.
 * @param make depends on its argument only; callers share what it returns
 * @param limit forgets everything when so many results are kept: those in use are soon made again
 */
export function memoized<Key, Value>(make: (key: Key) => Value, limit = Number.POSITIVE_INFINITY): (key: Key) => Value {
  const kept = new Map<Key, Value>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const value = make(key)
    if (kept.size >= limit) kept.clear()
    kept.set(key, value)
    return value
  }
}
