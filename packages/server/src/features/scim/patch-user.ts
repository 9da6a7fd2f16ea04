import type { z } from 'zod'
import { named, type Operation, operationsIn, refusedPath } from './operations.ts'
import { changedEmails, type Email } from './patch-emails.ts'
import { Name, read } from './resources.ts'

/** A user while it is changed; the result is validated as a whole. */
interface EditedUser {
  single: Partial<Record<(typeof SINGLE)[number], unknown>>
  name: z.input<typeof Name>
  emails: Email[]
}

/** Attributes with one value. Providers send many others, which are not stored and are ignored. */
const SINGLE = ['userName', 'externalId', 'displayName', 'active'] as const
const NAME_PARTS = ['formatted', 'givenName', 'familyName'] as const

/** The user as it is presented. */
interface PresentedUser extends Partial<Record<(typeof SINGLE)[number], unknown>> {
  name: z.input<typeof Name>
  emails: readonly Email[]
}

/**
 * Changes a user as the provider asks. A path names one of the attributes above and never leads anywhere else, such as to the
 * prototype of an object.
 * @returns the changed user, not validated
 * @throws AppError `scim_value_invalid`, `scim_path_invalid`, `scim_patch_invalid`
 */
export function patchUser({ name, emails, ...user }: PresentedUser, body: unknown, schema: string): unknown {
  const single = Object.fromEntries(SINGLE.map((attribute) => [attribute, user[attribute]]))
  const edited: EditedUser = { single, name: { ...name }, emails: [...emails] }
  for (const operation of operationsIn(body, schema)) change(edited, operation)
  return { ...edited.single, name: edited.name, emails: edited.emails }
}

function change(user: EditedUser, { op, path, value: sent }: Operation): void {
  const value = op === 'remove' ? undefined : sent
  const [, root = '', filter, part] = /^([\w:$-]+)(?:\[(.*)\])?(?:\.(\w+))?$/.exec(path) ?? []
  const lower = root.toLowerCase()
  if (['id', 'meta', 'groups'].includes(lower)) throw refusedPath(path)
  const attribute = named(SINGLE, root)
  if (attribute !== undefined && filter === undefined && part === undefined) user.single[attribute] = value
  else if (lower === 'name' && filter === undefined) changeName(user, part, value)
  else if (lower === 'emails') user.emails = changedEmails(user.emails, { op, path, value }, filter, part)
  // Attributes that are not stored are ignored whatever their form, but a path that begins with a stored one must be understood.
  else if (attribute !== undefined || /^(name|emails|id|meta|groups)\b/i.test(path) || named(SINGLE, path.split(/\W/)[0] ?? ''))
    throw refusedPath(path)
}

function changeName(user: EditedUser, part: string | undefined, value: unknown): void {
  if (part === undefined) {
    // Parts that are not sent stay as they are (RFC 7644, section 3.5.2).
    user.name = value === undefined || value === null ? {} : { ...user.name, ...read(Name.partial(), value) }
    return
  }
  const known = named(NAME_PARTS, part)
  if (known !== undefined) user.name = { ...user.name, [known]: value }
}
