import { z } from 'zod'

/**
 * A number that may also be sent as text: scripts, forms and programs that read ids from a file send `"3"`.
 * @param schema the schema of the number
 */
export function sentNumber<Schema extends z.ZodType<number, number>>(schema: Schema) {
  const text = z
    .string()
    .trim()
    .regex(/^-?\d{1,15}(\.\d+)?$/)
    .transform(Number)
    .pipe(schema)
  return z.union([schema, text], {
    error: ({ input }) => (input === undefined ? 'it is missing' : 'it must be a number'),
  })
}

/** The id of a record in a body. */
export const SentId = sentNumber(z.int32().positive())
