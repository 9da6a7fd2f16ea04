import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { type Condition, readFilter, type TextOperator } from './filter.ts'
import { named, type Operation, refusedPath } from './operations.ts'
import { EmailAddress, MAX_EMAILS, read } from './resources.ts'

/** An address while it is changed; the result is validated as a whole. */
export type Email = Partial<z.input<typeof EmailAddress>>

const EMAIL_PARTS = ['value', 'type', 'primary'] as const
const filtered: ReadonlySet<string> = new Set(EMAIL_PARTS.map((part) => `emails.${part}`))

/**
 * The email addresses of a user after an operation.
 * @param filter what stands in brackets behind the attribute, such as `type eq "work"`
 * @param part what stands behind the brackets, such as `value`
 * @throws AppError `scim_value_invalid`, `scim_path_invalid`, `scim_patch_invalid`
 */
export function changedEmails(
  emails: readonly Email[],
  { op, path, value }: Operation,
  filter: string | undefined,
  part: string | undefined,
): Email[] {
  if (filter === undefined && part === undefined) {
    if (value === undefined || value === null) return []
    const sent = read(z.array(EmailAddress).max(MAX_EMAILS), Array.isArray(value) ? value : [value])
    return withOnePrimary(op === 'add' ? [...emails, ...sent] : sent, sent)
  }
  const condition = filter === undefined ? null : conditionIn(path, filter)
  const isMeant = (email: Email) => condition === null || matches(condition, email)
  if (op === 'remove' && part === undefined) return emails.filter((email) => !isMeant(email))
  const change = changeOf(part, value)
  const meant = new Set(emails.filter(isMeant))
  if (meant.size > 0) {
    const changed = emails.map((email) => (meant.has(email) ? { ...email, ...change } : email))
    return withOnePrimary(changed, change.primary === true ? changed.filter((email) => !emails.includes(email)) : [])
  }
  // Microsoft Entra sets the address of a type that a user does not have yet.
  const isOfType = condition?.kind === 'compare' && condition.attribute === 'emails.type' && condition.op === 'eq'
  if (op === 'remove') return [...emails]
  if (!isOfType) throw new AppError('scim_patch_invalid', { reason: 'The path matches no email address of this user.' })
  return withOnePrimary([...emails, { type: String(condition.value), ...change }], [])
}

function changeOf(part: string | undefined, value: unknown): Partial<Email> {
  if (part === undefined) return read(EmailAddress.partial(), value)
  const known = named(EMAIL_PARTS, part)
  return known === undefined ? {} : read(EmailAddress.partial(), { [known]: value })
}

/** A new primary address replaces the former one. @throws AppError `scim_value_invalid` for too many addresses */
function withOnePrimary(emails: Email[], changed: readonly Email[]): Email[] {
  if (emails.length > MAX_EMAILS)
    throw new AppError('scim_value_invalid', { reason: `A user can have at most ${MAX_EMAILS} email addresses.` })
  const primary = changed.find((email) => email.primary === true)
  return primary === undefined ? emails : emails.map((email) => ({ ...email, primary: email === primary }))
}

function conditionIn(path: string, filter: string): Condition {
  try {
    return readFilter(`emails[${filter}]`, filtered)
  } catch (cause) {
    throw refusedPath(path, cause)
  }
}

function matches(condition: Condition, email: Email): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.parts.every((part) => matches(part, email))
    case 'any':
      return condition.parts.some((part) => matches(part, email))
    case 'not':
      return !matches(condition.part, email)
    case 'present':
      return textOf(email, condition.attribute) !== ''
    case 'compare':
      return compares[condition.op](textOf(email, condition.attribute), String(condition.value).toLowerCase())
  }
}

/** The value of an attribute of an address in lower case; '' without one. */
function textOf(email: Email, attribute: string): string {
  const part = EMAIL_PARTS.find((one) => attribute === `emails.${one}`)
  return String((part === undefined ? undefined : email[part]) ?? '').toLowerCase()
}

const compares: Record<TextOperator, (value: string, wanted: string) => boolean> = {
  eq: (value, wanted) => value === wanted,
  ne: (value, wanted) => value !== wanted,
  co: (value, wanted) => value.includes(wanted),
  sw: (value, wanted) => value.startsWith(wanted),
  ew: (value, wanted) => value.endsWith(wanted),
}
