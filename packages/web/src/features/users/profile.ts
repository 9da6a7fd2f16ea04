import type { Language } from '@sightline/contract/languages.ts'
import type { WeekStart } from '@sightline/contract/settings.ts'
import type { UserChanges, UserProfile } from '@sightline/contract/users.ts'

/** A user as shown on the profile page. */
export interface Profile {
  id: number
  name: string
  email: string
  profileImageUrl: string
  /** null if the viewer may not see it. */
  apiKey: string | null
  /** The time zone that the user chose: an IANA name or `browser`; null for that of the organization. */
  timeZone: string | null
  /** The first day of the week that the user chose; null for that of the organization. */
  weekStart: WeekStart | null
  /** The language that the user chose; null for that of the browser. */
  language: Language | null
  /** Whether the user gets emails about mentions; null if the viewer may not see it. */
  mailsMentions: boolean | null
  groupIds: number[]
  /** The groups whose names the server has sent. */
  namedGroups: { id: number; name: string }[]
  isDisabled: boolean
  isInvitationPending: boolean
  /** Whether the user signs in with a password, not through an identity provider. */
  hasPassword: boolean
  isServiceAccount: boolean
}

export const profileOf = (user: UserProfile): Profile => ({
  id: user.id,
  name: user.name,
  email: user.email,
  profileImageUrl: user.profile_image_url,
  apiKey: user.api_key ?? null,
  timeZone: user.time_zone ?? null,
  weekStart: user.week_start ?? null,
  language: user.language ?? null,
  mailsMentions: user.mails_mentions ?? null,
  groupIds: user.groups,
  namedGroups: user.named_groups ?? [],
  isDisabled: user.is_disabled,
  isInvitationPending: user.is_invitation_pending,
  hasPassword: user.auth_type === 'password',
  isServiceAccount: user.is_service_account === true,
})

/** The changes to save: groups only if the viewer may edit them. */
export function changesOf(
  { name, email, groupIds }: Pick<Profile, 'name' | 'email' | 'groupIds'>,
  canEditGroups: boolean,
): UserChanges {
  const fields = { name: name.trim(), email: email.trim() }
  return canEditGroups ? { ...fields, group_ids: groupIds } : fields
}

/** Whether a form has another email address than the profile, ignoring case. */
export const hasOtherEmail = (profile: Pick<Profile, 'email'>, { email }: { email: string }): boolean =>
  email.trim().toLowerCase() !== profile.email.toLowerCase()
