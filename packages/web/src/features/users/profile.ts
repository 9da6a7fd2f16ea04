import type { UserChanges, UserProfile } from '@sightline/contract/users.ts'

/** A user as the profile page works with it. */
export interface Profile {
  id: number
  name: string
  email: string
  profileImageUrl: string
  /** Null for those who may not see it. */
  apiKey: string | null
  groupIds: number[]
  /** Those of the groups whose names came along. */
  namedGroups: { id: number; name: string }[]
  isDisabled: boolean
  isInvitationPending: boolean
  /** Whether the user has a password here, or signs in elsewhere. */
  hasPassword: boolean
}

export const profileOf = (user: UserProfile): Profile => ({
  id: user.id,
  name: user.name,
  email: user.email,
  profileImageUrl: user.profile_image_url,
  apiKey: user.api_key ?? null,
  groupIds: user.groups,
  namedGroups: user.named_groups ?? [],
  isDisabled: user.is_disabled,
  isInvitationPending: user.is_invitation_pending,
  hasPassword: user.auth_type === 'password',
})

/** What saving the profile sends: groups only where they can be edited. */
export function changesOf(
  { name, email, groupIds }: Pick<Profile, 'name' | 'email' | 'groupIds'>,
  canEditGroups: boolean,
): UserChanges {
  const fields = { name: name.trim(), email: email.trim() }
  return canEditGroups ? { ...fields, group_ids: groupIds } : fields
}

/** Whether a form holds another address than the profile; as addresses, whose case does not matter. */
export const hasOtherEmail = (profile: Pick<Profile, 'email'>, { email }: { email: string }): boolean =>
  email.trim().toLowerCase() !== profile.email.toLowerCase()
