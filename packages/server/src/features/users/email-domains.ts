import type { Services } from '../../platform/context.ts'

/** Whether the operator gives nobody an account with this address: its domain, or one above it, is blocked. */
export function isInBlockedDomain({ config }: Pick<Services, 'config'>, email: string): boolean {
  const domain = email.toLowerCase().slice(email.lastIndexOf('@') + 1)
  return config.blockedEmailDomains.some((blocked) => domain === blocked || domain.endsWith(`.${blocked}`))
}
