import type { Session } from '@sightline/contract/session.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as users from '../users/service.ts'
import { clientConfig } from './client-config.ts'

const ORGANIZATION_SLUG = 'default'

/** Who is signed in, and the settings of this installation. */
export async function presentSession(ctx: Context): Promise<Session> {
  return { ...(await whoIsSignedIn(ctx)), ...(await presentConfig(ctx)) }
}

/** The settings of this installation, for everybody. */
export async function presentConfig(ctx: Context) {
  return { org_slug: ORGANIZATION_SLUG, client_config: await clientConfig(ctx) }
}

async function whoIsSignedIn({ viewer, ...services }: Context): Promise<Pick<Session, 'user' | 'messages'>> {
  if (viewer.kind === 'nobody') throw new AppError('unauthenticated')
  if (viewer.kind !== 'user') return { user: { permissions: [], apiKey: viewer.apiKey }, messages: [] }
  const profile = await users.profileOf(services, viewer.id)
  return {
    user: {
      id: viewer.id,
      name: viewer.name,
      email: viewer.email,
      profile_image_url: profile.profile_image_url,
      groups: viewer.groupIds,
      permissions: [...viewer.permissions],
    },
    messages: [
      ...(profile.is_email_verified ? [] : (['email-not-verified'] as const)),
      ...(services.config.allowsTextInEmbeds ? (['using-deprecated-embed-feature'] as const) : []),
    ],
  }
}
