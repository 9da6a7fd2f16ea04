import { z } from 'zod/mini'

// Stored options may be partial, old, or written by another client: unreadable values become defaults, and unknown ones are
// preserved.

/** A value that is `fallback` if the stored one is missing or unreadable. */
export const orElse = <T>(schema: z.ZodMiniType<T>, fallback: T) =>
  z.catch(z._default(schema, fallback as never), fallback as never)
/** An optional value; undefined if it is missing or unreadable. */
export const maybe = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined)
export const flag = (fallback: boolean) => orElse(z.boolean(), fallback)
export const text = (fallback: string) => orElse(z.string(), fallback)
/** A column name; null if empty. */
export const columnName = orElse(
  z.pipe(
    z.nullable(z.string()),
    z.transform((name) => (name === '' ? null : name)),
  ),
  null,
)
/** A number that may be stored as text. */
export const number = (fallback: number) => orElse(numberOrText, fallback)
/** A number or null; anything that is not a number becomes null. */
export const maybeNumber = z.catch(
  z._default(
    z.pipe(
      z.union([z.number(), z.string(), z.null()]),
      z.transform((value): number | null =>
        value === null || value === '' || !Number.isFinite(Number(value)) ? null : Number(value),
      ),
    ),
    null as never,
  ),
  null as never,
)
/** A group of options; each field falls back to its own default. */
export const part = <T extends z.core.$ZodLooseShape>(shape: T) => {
  const object = z.looseObject(shape)
  return orElse(object, object.parse({}))
}

const numberOrText = z.union([
  z.number(),
  z.pipe(
    z.string().check(z.regex(/^\s*[-+]?\d+(\.\d+)?\s*$/)),
    z.transform((stored) => Number(stored)),
  ),
])
