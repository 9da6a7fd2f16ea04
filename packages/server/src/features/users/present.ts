import type { User } from '@sightline/contract/users.ts'
import { wireTime, wireTimeOrNull } from '../../platform/wire-time.ts'
import type { UserRow } from './store.ts'

/** Shown for a user without a picture of their own; the web app draws initials instead. */
const PLACEHOLDER = '/static/images/avatar.svg'

export const profileImageOf = (user: Pick<UserRow, 'profile_image_url'>): string => user.profile_image_url ?? PLACEHOLDER

/** A user as others see them: every field by name, so that a column added later stays private until it is added here. */
export function presentUser(user: UserRow): User {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    profile_image_url: profileImageOf(user),
    groups: user.group_ids,
    updated_at: wireTime(user.updated_at),
    created_at: wireTime(user.created_at),
    disabled_at: wireTimeOrNull(user.disabled_at),
    is_disabled: user.disabled_at !== null,
    active_at: wireTimeOrNull(user.active_at),
    is_invitation_pending: user.is_invitation_pending,
    is_email_verified: user.is_email_verified,
    auth_type: user.password_hash === null ? 'external' : 'password',
  }
}
