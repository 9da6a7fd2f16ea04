import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { validationMessage } from '../../platform/http/input.ts'
import { zodMessages } from '../../platform/zod-messages.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** Most resources on a page. */
export const MAX_COUNT = 200
/** More members do not fit into a request. */
const MAX_MEMBERS = 50_000
/** Sightline stores one address; some providers send several. */
export const MAX_EMAILS = 20

const text = z.string().trim().max(255, 'it must have at most 255 characters')
const optional = text.nullish().transform((value) => value || null)
/** Microsoft Entra sends "True" and "False". */
const flag = z.preprocess(
  (value) => (typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value),
  z.boolean(),
)

/** The parts of a name that are stored. */
export const Name = z.object({ formatted: optional, givenName: optional, familyName: optional })
export const EmailAddress = z.object({ value: text, type: text.nullish(), primary: flag.nullish() })

/** A user as a provider sends it; other attributes are ignored. */
const SentUser = z.object({
  userName: text.min(1, 'it must not be blank'),
  externalId: optional,
  displayName: optional,
  name: Name.nullish(),
  active: flag.nullish(),
  emails: z.array(EmailAddress).max(MAX_EMAILS).nullish(),
})
export type SentUser = z.infer<typeof SentUser>

export const Members = z
  .array(z.object({ value: z.union([z.string().max(20), z.int()]).transform(String) }))
  .max(MAX_MEMBERS, `there must be at most ${MAX_MEMBERS} members`)

/** A group as a provider sends it. */
const SentGroup = z.object({
  displayName: text.min(1, 'it must not be blank'),
  externalId: optional,
  members: Members.nullish(),
})
export type SentGroup = z.infer<typeof SentGroup>

export const readUser = (sent: unknown): SentUser => read(SentUser, sent)
export const readGroup = (sent: unknown): SentGroup => read(SentGroup, sent)

/** @throws AppError `scim_value_invalid` */
export function read<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  // Names of attributes are compared without regard to case (RFC 7643, section 2.1), but all known providers spell them alike.
  const parsed = schema.safeParse(sent, { error: zodMessages })
  if (parsed.success) return parsed.data
  throw new AppError('scim_value_invalid', { reason: validationMessage(parsed.error) })
}

export interface ListRequest {
  filter?: string | undefined
  startIndex?: string | undefined
  count?: string | undefined
}

/** The part of a list that is requested: the first result has index 1; values below the least become the least. */
export function pageOf({ startIndex, count }: ListRequest): { startIndex: number; count: number } {
  const whole = (value: string | undefined, otherwise: number) => {
    if (value === undefined) return otherwise
    if (!/^-?\d{1,9}$/.test(value))
      throw new AppError('scim_value_invalid', { reason: 'startIndex and count must be integers.' })
    return Number(value)
  }
  return { startIndex: Math.max(1, whole(startIndex, 1)), count: Math.min(MAX_COUNT, Math.max(0, whole(count, 100))) }
}

/** A list in the format of SCIM. */
export const listOf = (resources: readonly unknown[], total: number, startIndex: number) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** The id of a resource in a path or as a member; null if no resource can have it. */
export const idOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)
