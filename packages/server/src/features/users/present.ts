import { createHash } from 'node:crypto'
import { NO_PICTURE, type User, type UserProfile } from '@sightline/contract/users.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import { seesKeys } from '../../platform/authorize.ts'
import type { Config } from '../../platform/config.ts'
import type { Context } from '../../platform/context.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import type { UserRow } from './store.ts'

/**
 * The avatar URL of a user: the uploaded one, else the one of gravatar.com if enabled, else a placeholder. Disabled users have
 * the placeholder.
 */
export function profileImageOf(
  user: Pick<UserRow, 'profile_image_url' | 'email' | 'disabled_at'>,
  { gravatar }: Pick<Config, 'gravatar'>,
): string {
  if (user.disabled_at !== null) return NO_PICTURE
  return user.profile_image_url ?? (gravatar ? gravatarOf(user.email) : NO_PICTURE)
}

/** gravatar.com identifies avatars by the MD5 hash of the email address. */
const gravatarOf = (email: string) =>
  `https://www.gravatar.com/avatar/${createHash('md5').update(email).digest('hex')}?s=40&d=identicon`

/** A user as others see them. Fields are listed one by one, so that a new column stays private until it is added here. */
export function presentUser(user: UserRow, config: Pick<Config, 'gravatar'>): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    profile_image_url: profileImageOf(user, config),
    groups: user.group_ids,
    updated_at: wireTime(user.updated_at),
    created_at: wireTime(user.created_at),
    disabled_at: wireTimeOrNull(user.disabled_at),
    is_disabled: user.disabled_at !== null,
    active_at: wireTimeOrNull(user.active_at),
    is_invitation_pending: user.is_invitation_pending,
    is_email_verified: user.is_email_verified,
    auth_type: user.password_hash === null ? 'external' : 'password',
    ...(user.is_service_account ? { is_service_account: true as const } : {}),
  }
}

/** The same with the API key and the user's own settings, which only the user and admins see. */
export function presentProfile(user: UserRow, { viewer, config }: Pick<Context, 'viewer' | 'config'>): UserProfile {
  const shown = presentUser(user, config)
  if (!can(viewer, 'user.change', user)) return shown
  const key = seesKeys(viewer) && !user.is_service_account ? { api_key: user.api_key } : {}
  const { time_zone, week_start, language, mails_mentions } = user
  return { ...shown, ...key, time_zone, week_start, language, mails_mentions }
}
