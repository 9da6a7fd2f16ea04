import type { Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { readSettings } from '../settings/service.ts'
import { findLinkOwner } from '../users/links.ts'
import { acceptsPasswords } from './ways-in.ts'

const LINK = /^\/(invite|reset|verify)\/([^/]+)$/

/**
 * The status of a page that people see before they have signed in: 400 for a link that does not work, 404 for the page of
 * forgotten passwords where nobody has one. Looking at a page changes nothing: programs that check mails follow their links.
 * @param path of the address, without the site's base path
 */
export async function pageStatus(services: Services, path: string): Promise<number> {
  if (path === '/forgot') return acceptsPasswords(services.config, await readSettings(services)) ? 200 : 404
  const [, kind, token = ''] = LINK.exec(path) ?? []
  if (kind !== 'invite' && kind !== 'reset' && kind !== 'verify') return 200
  try {
    await findLinkOwner(services, kind, token)
    return 200
  } catch (error) {
    if (error instanceof AppError) return error.status
    throw error
  }
}
