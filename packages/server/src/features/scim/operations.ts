import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { read } from './resources.ts'

const MAX_OPERATIONS = 1000
const TOO_MANY = `there must be at most ${MAX_OPERATIONS} operations`

/** The body of PATCH; Microsoft Entra begins the names of operations with a capital letter. */
const Patch = z.object({
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'], 'it must be add, replace or remove')),
        path: z.string().max(1000).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS, TOO_MANY),
})

/** A change of one attribute. */
export interface Operation {
  op: 'add' | 'replace' | 'remove'
  /** As the provider has sent it, without the URN of the schema. */
  path: string
  /** Not validated. */
  value: unknown
}

/**
 * The operations of a PATCH with a path each: one without a path changes every attribute of its value.
 * @throws AppError `scim_value_invalid`, `scim_path_invalid`, `scim_patch_invalid`
 */
export function operationsIn(body: unknown, schema: string): Operation[] {
  const operations = read(Patch, body).Operations.flatMap(({ op, path, value }): Operation[] => {
    const withPath = (name: string, one: unknown) => ({ op, path: withoutSchema(name, schema), value: one })
    if (path !== undefined && path !== '') return [withPath(path, value)]
    if (op === 'remove') throw new AppError('scim_path_invalid', { path: '' })
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new AppError('scim_patch_invalid', { reason: 'An operation without a path needs an object as its value.' })
    return Object.entries(value)
      .filter(([name]) => name !== 'schemas')
      .map(([name, one]) => withPath(name, one))
  })
  if (operations.length > MAX_OPERATIONS)
    throw new AppError('scim_value_invalid', { reason: `The request is not valid: ${TOO_MANY}.` })
  return operations
}

const withoutSchema = (path: string, schema: string): string =>
  path.toLowerCase().startsWith(`${schema.toLowerCase()}:`) ? path.slice(schema.length + 1) : path

/** The error for a path that names nothing that can be changed. */
export const refusedPath = (path: string, cause?: unknown) =>
  new AppError('scim_path_invalid', { path: path.slice(0, 100) }, { cause })

/** The attribute that a path names: names are compared without regard to case (RFC 7643, section 2.1). */
export const named = <Known extends string>(known: readonly Known[], name: string): Known | undefined =>
  known.find((one) => one.toLowerCase() === name.toLowerCase())
