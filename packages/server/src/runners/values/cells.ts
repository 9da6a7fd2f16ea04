/**
 * A value as a driver or JSON hands it over: null or undefined, boolean, number, bigint, text, Date, bytes, an array or a plain
 * object. What is none of these is shown as its own `toString` shows it.
 */
export type Cell = unknown

/** An object of names and values, and not one of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
