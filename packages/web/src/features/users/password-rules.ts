import { MIN_PASSWORD_CHARACTERS } from '@sightline/contract/users.ts'
import { fieldError } from '../../ui/form-fields.ts'

export type PasswordField = 'current' | 'next' | 'repeat'
export type Passwords = Record<PasswordField, string>

const fresh = { isRequired: true, minLength: MIN_PASSWORD_CHARACTERS }

/** What is wrong with each field of a change of password; null where nothing is. The current one may be of any length. */
export function passwordErrors({ current, next, repeat }: Passwords): Record<PasswordField, string | null> {
  return {
    current: fieldError(current, { isRequired: true }),
    next: fieldError(next, fresh),
    repeat: fieldError(repeat, fresh) ?? (repeat === next ? null : "Passwords don't match"),
  }
}
