import { type ScimPatchOperation, scimPatch } from 'scim-patch'
import { parse } from 'scim2-parse-filter'
import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { Members, read, type SentGroup } from './resources.ts'

const MAX_OPERATIONS = 1000
/** The library compares each added value with all others. */
const MAX_VALUES = 100

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
    .max(MAX_OPERATIONS, `there must be at most ${MAX_OPERATIONS} operations`),
})
type Operation = z.infer<typeof Patch>['Operations'][number]

/** Operations with a path each: one without a path changes every attribute of its value. @throws AppError `scim_value_invalid` */
function operationsIn(body: unknown, schema: string): (Operation & { path: string })[] {
  return read(Patch, body).Operations.flatMap(({ op, path, value }) => {
    const withPath = (name: string, one: unknown) => ({ op, path: withoutSchema(name, schema), value: one })
    if (path !== undefined && path !== '') return [withPath(path, value)]
    if (op === 'remove') throw new AppError('scim_path_invalid', { path: '' })
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new AppError('scim_patch_invalid', { reason: 'An operation without a path needs an object as its value.' })
    return Object.entries(value)
      .filter(([name]) => name !== 'schemas')
      .map(([name, one]) => withPath(name, one))
  })
}

const withoutSchema = (path: string, schema: string): string =>
  path.toLowerCase().startsWith(`${schema.toLowerCase()}:`) ? path.slice(schema.length + 1) : path

/** The attributes of a user that are stored, by their names in lower case. Providers send many others, which are ignored. */
const stored = new Map(
  ['userName', 'externalId', 'displayName', 'name', 'active', 'emails'].map((name) => [name.toLowerCase(), name]),
)

/**
 * Changes a user as the provider asks.
 * @param user as it is presented
 * @returns the changed user, not validated
 * @throws AppError `scim_value_invalid`, `scim_path_invalid`, `scim_patch_invalid`
 */
export function patchUser(user: Record<string, unknown>, body: unknown, schema: string): unknown {
  const operations = operationsIn(body, schema).flatMap(({ op, path, value }): ScimPatchOperation[] => {
    const [root = ''] = path.split(/[.[]/)
    const name = stored.get(root.toLowerCase())
    if (['id', 'meta', 'groups'].includes(root.toLowerCase())) throw new AppError('scim_path_invalid', { path })
    if (name === undefined) return []
    if (Array.isArray(value) && value.length > MAX_VALUES)
      throw new AppError('scim_value_invalid', { reason: `An attribute can have at most ${MAX_VALUES} values.` })
    const whole = name + path.slice(root.length)
    return [op === 'remove' ? { op, path: whole } : { op, path: whole, value }]
  })
  try {
    // The library wants these fields, and does not read them.
    const meta = { created: new Date(0), lastModified: new Date(0) }
    return scimPatch({ ...user, schemas: [schema], meta }, operations, { mutateDocument: false })
  } catch (cause) {
    throw new AppError('scim_patch_invalid', { reason: 'An operation cannot be applied to this user.' }, { cause })
  }
}

/** A group while it is changed. */
export interface EditedGroup extends Omit<SentGroup, 'members'> {
  members: Set<string>
}

/**
 * Changes a group as the provider asks. Unlike `patchUser` it takes thousands of members.
 * @throws AppError `scim_value_invalid`, `scim_path_invalid`
 */
export function patchGroup(group: EditedGroup, body: unknown, schema: string): EditedGroup {
  let { displayName, externalId } = group
  let members = new Set(group.members)
  for (const { op, path, value } of operationsIn(body, schema)) {
    const lower = path.toLowerCase()
    if (lower === 'displayname' && op !== 'remove') displayName = read(z.string().trim().min(1).max(255), value)
    else if (lower === 'externalid') externalId = op === 'remove' ? null : read(z.string().max(255), value)
    else if (lower === 'members') members = changedMembers(members, op, value)
    else if (op === 'remove' && lower.startsWith('members[')) members.delete(memberIn(path))
    // Microsoft Entra and Okta repeat the id of the group.
    else if (lower === 'id' && op !== 'remove') continue
    else throw new AppError('scim_path_invalid', { path: path.slice(0, 100) })
  }
  return { displayName, externalId, members }
}

function changedMembers(members: ReadonlySet<string>, op: Operation['op'], value: unknown): Set<string> {
  if (op === 'remove' && (value === undefined || value === null)) return new Set()
  const sent = read(Members, Array.isArray(value) ? value : [value]).map((member) => member.value)
  if (op === 'replace') return new Set(sent)
  if (op === 'add') return new Set([...members, ...sent])
  const gone = new Set(sent)
  return new Set([...members].filter((id) => !gone.has(id)))
}

/** The id in a path such as `members[value eq "5"]`. */
function memberIn(path: string): string {
  try {
    const filter = parse(path)
    const inner = 'valFilter' in filter ? filter.valFilter : filter
    if ('compValue' in inner && inner.op === 'eq' && inner.attrPath.toLowerCase() === 'value') return String(inner.compValue)
  } catch (cause) {
    throw new AppError('scim_path_invalid', { path: path.slice(0, 100) }, { cause })
  }
  throw new AppError('scim_path_invalid', { path: path.slice(0, 100) })
}
