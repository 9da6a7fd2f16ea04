import { isEmailAddress, MIN_PASSWORD_CHARACTERS } from '@sightline/contract/users.ts'
import type { Context, Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'

type PasswordProblem = 'password_too_short' | 'password_common' | 'password_personal'

/**
 * Checks a new password; passwords that are stored already stay.
 * @param person whose password it is going to be
 * @throws AppError `password_too_short`, `password_common`, `password_personal`
 */
export async function refuseWeakPassword(password: string, person: { name: string; email: string }): Promise<void> {
  const problem = passwordProblem(password, person, await commonPasswords())
  if (problem !== null) throw new AppError(problem)
}

/** @param common passwords that many people use, in lower case */
export function passwordProblem(
  password: string,
  { name, email }: { name: string; email: string },
  common: ReadonlySet<string>,
): PasswordProblem | null {
  if (password.length < MIN_PASSWORD_CHARACTERS) return 'password_too_short'
  const typed = password.trim().toLowerCase()
  const [localPart = ''] = email.split('@')
  const personal = [email, localPart, name, name.replace(/\s/g, '')].map((text) => text.toLowerCase())
  if (personal.includes(typed)) return 'password_personal'
  return common.has(typed) ? 'password_common' : null
}

let loaded: Promise<ReadonlySet<string>> | null = null

/** The most common passwords that are long enough to be chosen here, loaded with the first password that somebody sets. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_CHARACTERS)),
  )
  return loaded
}

/** Whether the operator gives nobody an account with this address: its domain, or one above it, is blocked. */
export function isInBlockedDomain({ config }: Pick<Services, 'config'>, email: string): boolean {
  const domain = email.toLowerCase().slice(email.lastIndexOf('@') + 1)
  return config.blockedEmailDomains.some((blocked) => domain === blocked || domain.endsWith(`.${blocked}`))
}

/** Whether an address is of a service that hands them out to anybody for some minutes. */
export async function isDisposable(email: string): Promise<boolean> {
  // A list of tens of thousands of domains, which most processes never need.
  const { default: list } = await import('mailchecker')
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  return labels.some((_, at) => list.blacklist().has(labels.slice(at).join('.')))
}

/** An address as it is kept. @throws AppError `bad_email`, also for one that is disposable or in a domain that the operator has blocked */
export async function readEmail(services: Pick<Context, 'config'>, sent: string): Promise<string> {
  const email = sent.toLowerCase()
  if (!isEmailAddress(email) || isInBlockedDomain(services, email) || (await isDisposable(email)))
    throw new AppError('bad_email')
  return email
}
