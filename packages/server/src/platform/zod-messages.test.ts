import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inLanguage } from './language/reader.ts'
import { zodMessages } from './zod-messages.ts'

const wordsFor = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: zodMessages }).error?.issues[0]?.message

describe('the error message of a schema', () => {
  it.each([
    [z.string(), 5, 'it must be a text'],
    [z.int(), 'x', 'it must be a number'],
    [z.int(), 1.5, 'it must be a whole number'],
    [z.array(z.string()), 'x', 'it must be a list'],
    [z.record(z.string(), z.string()), [], 'it must be an object'],
    [z.string(), undefined, 'it is missing'],
    [z.coerce.number(), undefined, 'it is missing'],
    [z.string().max(3), 'four', 'it must have at most 3 characters'],
    [z.string().max(1), 'ab', 'it must have at most 1 character'],
    [z.string().min(1), '', 'it must not be blank'],
    [z.int().max(65_535), 70_000, 'it must be at most 65535'],
    [z.array(z.int()).min(2), [1], 'it must have at least 2 entries'],
    [z.enum(['a', 'b']), 'c', 'it must be one of "a", "b"'],
    [z.strictObject({}), { nonsense: 1 }, 'it has no field "nonsense"'],
  ] as const)('is in plain words: case %#', (schema, value, words) => {
    expect(wordsFor(schema, value)).toBe(words)
  })

  it('is in the language of the reader (OPEN-550)', () => {
    expect(inLanguage('de', () => wordsFor(z.string().max(1000), 'x'.repeat(2000)))).toBe(
      'der Text darf höchstens 1.000 Zeichen haben',
    )
  })

  it("is the schema's own message if it has one", () => {
    expect(wordsFor(z.string().min(1, 'it must not be blank'), '')).toBe('it must not be blank')
  })
})
