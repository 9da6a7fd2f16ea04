import { z } from 'zod/mini'

// What is stored may be partial, old, or made by another client: a value that cannot be read counts as its default, and what is
// not known here passes through untouched.

/** A value that is `fallback` where nothing readable is stored. */
export const orElse = <T>(schema: z.ZodMiniType<T>, fallback: T) =>
  z.catch(z._default(schema, fallback as never), fallback as never)
/** A value that may be left out, as one is that cannot be read. */
export const maybe = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined)
export const flag = (fallback: boolean) => orElse(z.boolean(), fallback)
export const text = (fallback: string) => orElse(z.string(), fallback)
/** A column's name; an empty one is none. */
export const columnName = orElse(
  z.pipe(
    z.nullable(z.string()),
    z.transform((name) => (name === '' ? null : name)),
  ),
  null,
)
/** A number, also one that was stored as its text. */
export const number = (fallback: number) => orElse(numberOrText, fallback)
/** A number that may be left open: null, and what is no number, mean none. */
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
/** A part of the options; each of its fields falls back on its own. */
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
