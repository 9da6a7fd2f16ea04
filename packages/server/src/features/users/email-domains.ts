import type { Services } from '../../platform/context.ts'

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
