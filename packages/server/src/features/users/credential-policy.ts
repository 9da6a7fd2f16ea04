import { isEmailAddress, isServiceAddress, MIN_PASSWORD_CHARACTERS } from '@sightline/contract/users.ts'
import type { Context, Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'

type PasswordProblem = 'password_too_short' | 'password_common' | 'password_personal'

/**
 * Checks a new password.
 * @param person its future owner
 * @throws AppError `password_too_short`, `password_common`, `password_personal`
 */
export async function refuseWeakPassword(password: string, person: { name: string; email: string }): Promise<void> {
  const problem = passwordProblem(password, person, await commonPasswords())
  if (problem !== null) throw new AppError(problem)
}

/** @param common frequently used passwords, in lower case */
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

/** The most common passwords of sufficient length, loaded when the first password is set. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_PASSWORD_CHARACTERS)),
  )
  return loaded
}

/** Whether the domain of an email address is that of service accounts, or the operator has blocked it or one of its parent domains. */
export function isInBlockedDomain({ config }: Pick<Services, 'config'>, email: string): boolean {
  const domain = email.toLowerCase().slice(email.lastIndexOf('@') + 1)
  if (isServiceAddress(email)) return true
  return config.blockedEmailDomains.some((blocked) => domain === blocked || domain.endsWith(`.${blocked}`))
}

/** Whether an email address belongs to a provider of disposable addresses. */
async function isDisposable(email: string): Promise<boolean> {
  // Loaded lazily: most processes never need this list of tens of thousands of domains.
  const { default: list } = await import('mailchecker')
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.')
  return labels.some((_, at) => list.blacklist().has(labels.slice(at).join('.')))
}

/**
 * Normalises an email address to lower case.
 * @throws AppError `bad_email`, also for disposable addresses and blocked domains
 */
export async function readEmail(services: Pick<Context, 'config'>, sent: string): Promise<string> {
  const email = sent.toLowerCase()
  if (!isEmailAddress(email) || isInBlockedDomain(services, email) || (await isDisposable(email)))
    throw new AppError('bad_email')
  return email
}
