import { z } from 'zod'
import { byId, endpoint, file, Presence, Timestamp } from './endpoint.ts'
import { Language } from './languages.ts'
import { ListQuery, paged } from './paging.ts'
import { SentId } from './sent-number.ts'
import { WeekStart } from './settings.ts'

/** A user inside of another record; never includes a key. */
export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  profile_image_url: z.string(),
  groups: z.array(z.int()),
  updated_at: Timestamp,
  created_at: Timestamp,
  disabled_at: Timestamp.nullable(),
  is_disabled: z.boolean(),
  active_at: Timestamp.nullable(),
  is_invitation_pending: z.boolean(),
  is_email_verified: z.boolean(),
  auth_type: z.enum(['password', 'external']),
  /** Ours, only for service accounts, which are programs: they cannot sign in and get no mail. */
  is_service_account: z.literal(true).optional(),
})
export type User = z.infer<typeof User>

const NamedGroups = z.array(z.object({ id: z.int(), name: z.string() }))

/** A user in a list, with groups by name. */
export const ListedUser = User.extend({ groups: NamedGroups })
export type ListedUser = z.infer<typeof ListedUser>

/** A user in the response for a single user. */
export const UserProfile = User.extend({
  /** Only for the user and for admins. */
  api_key: z.string().optional(),
  /** Ours, only for the user and for admins: see `UserChanges`. */
  time_zone: z.string().nullable().optional(),
  /** Ours, only for the user and for admins: see `UserChanges`. */
  week_start: WeekStart.nullable().optional(),
  /** Ours, only for the user and for admins: see `UserChanges`. */
  language: Language.nullable().optional(),
  /** Ours, only for the user and for admins: see `UserChanges`. */
  mails_mentions: z.boolean().optional(),
  /** Ours, for a single user: `groups` with names, including those that the reader is not in. */
  named_groups: NamedGroups.optional(),
})
export type UserProfile = z.infer<typeof UserProfile>

/** A user who was just invited. */
export const InvitedUser = User.extend({
  /** The invitation URL, if it could not be sent by email. */
  invite_link: z.string().optional(),
})
export type InvitedUser = z.infer<typeof InvitedUser>

/** Some of the records of a kind, and their total number. */
const Affected = z.object({ count: z.int(), items: z.array(z.object({ id: z.int(), name: z.string() })) })

/** Records that stop working while a user is disabled, and work again once the user is enabled; without archived ones. */
export const OffBoarding = z.object({
  scheduled_queries: Affected,
  /** Queries whose key was used within the last 30 days, by an embed or a script. */
  used_query_keys: Affected,
  public_dashboards: Affected,
  /** Alerts whose notifications go to the user, or to a destination that the user subscribed. */
  alert_subscriptions: Affected,
  /** Dashboards and queries that are sent as a report. */
  reports: Affected,
})
export type OffBoarding = z.infer<typeof OffBoarding>

/** The avatar of a user without a picture. */
export const NO_PICTURE = '/static/images/avatar.svg'
/** Maximum size of an uploaded picture in bytes. */
export const MAX_PICTURE_BYTES = 1024 * 1024
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

export const MIN_PASSWORD_CHARACTERS = 6
const Password = z.string().max(1024)

const EmailAddress = z.email().max(255)
/** Whether a text is a valid email address. */
export const isEmailAddress = (text: string): boolean => EmailAddress.safeParse(text).success

/** The domain of the addresses of service accounts. No mail can be delivered to it (RFC 2606). */
export const SERVICE_ACCOUNT_DOMAIN = 'service-account.invalid'
export const isServiceAddress = (email: string): boolean => email.toLowerCase().endsWith(`@${SERVICE_ACCOUNT_DOMAIN}`)

const fields = z.object({
  name: z.string().trim().min(1).max(255),
  /** The server checks whether it is an email address, and responds with the message of the API. */
  email: z.string().trim().max(1000),
})
export const NewUser = fields
export type NewUser = z.infer<typeof NewUser>

export const NewServiceAccount = fields.pick({ name: true })
export type NewServiceAccount = z.infer<typeof NewServiceAccount>

export const UserChanges = fields.partial().extend({
  /** Sent by clients and ignored; the URL has the id of the account. */
  id: SentId.optional(),
  /** Only for admins, and not for themselves; an empty list changes nothing. */
  group_ids: z.array(SentId).max(1000).optional(),
  password: Password.optional(),
  /** The current password, required to change the password, or the user's own email in a session. */
  old_password: Password.optional(),
  /** Ours: the time zone in which the user sees times: an IANA name, `browser`, or null for the organization's setting. */
  time_zone: z.string().max(64).nullable().optional(),
  /** Ours: the first day of the week, `browser`, or null for the organization's setting. */
  week_start: WeekStart.nullable().optional(),
  /** Ours: the language of the pages; null for that of the browser. */
  language: Language.nullable().optional(),
  /** Ours: whether the user gets an email when someone mentions them in a comment. */
  mails_mentions: z.boolean().optional(),
  /** Ours: replaces the API key as well. */
  regenerate_api_key: z.boolean().optional(),
})
export type UserChanges = z.infer<typeof UserChanges>

/** A boolean in the query string, as clients of this API spell it. */
const YesNo = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['yes', 'true', 'on', '1', 'no', 'false', 'off', '0', 'none'], 'it must be true or false'))
  .transform((word) => ['yes', 'true', 'on', '1'].includes(word))

const all = { path: '/api/users' } as const
const one = { path: '/api/users/:id', params: byId } as const
const disabled = { path: '/api/users/:id/disable', access: 'admin', params: byId, reply: UserProfile } as const
const picture = { path: '/api/users/:id/image', access: 'user', params: byId, reply: User, ours: true } as const

export const users = {
  list: endpoint({
    ...all,
    method: 'GET',
    access: 'list_users',
    summary: 'Users: enabled ones by default, pending or not, found by name or email',
    query: ListQuery.extend({ disabled: YesNo.optional(), pending: YesNo.optional() }),
    reply: paged(ListedUser),
  }),
  create: endpoint({
    ...all,
    method: 'POST',
    access: 'admin',
    summary: 'Creates a user in the group default and invites them; `no_invite` sends no email',
    query: z.object({ no_invite: Presence }),
    body: NewUser,
    reply: InvitedUser,
  }),
  createServiceAccount: endpoint({
    method: 'POST',
    path: '/api/service_accounts',
    access: 'admin',
    ours: true,
    summary: 'Creates a service account in the group default: a user for a program, without sign-in and mail',
    body: NewServiceAccount,
    reply: User,
  }),
  get: endpoint({ ...one, method: 'GET', access: 'user', summary: 'One user', reply: UserProfile }),
  update: endpoint({
    ...one,
    method: 'POST',
    access: 'user',
    scope: 'administer',
    summary:
      'Changes name, email, password (with the old one) or, for admins, groups; `regenerate_api_key` replaces the API key as well',
    body: UserChanges,
    reply: UserProfile,
  }),
  remove: endpoint({
    ...one,
    method: 'DELETE',
    access: 'admin',
    summary: 'Deletes a user who has not accepted the invitation yet',
    reply: UserProfile,
  }),
  disable: endpoint({
    ...disabled,
    method: 'POST',
    summary:
      'Shuts a user out at once: sessions end; their key, the keys of their queries and their public dashboards open nothing',
  }),
  offBoarding: endpoint({
    method: 'GET',
    path: '/api/users/:id/off_boarding',
    access: 'admin',
    summary: 'What stops while a user is disabled: schedules, keys in use, public dashboards, alert subscriptions, reports',
    params: byId,
    reply: OffBoarding,
    ours: true,
  }),
  enable: endpoint({ ...disabled, method: 'DELETE', summary: 'Enables a disabled user' }),
  invite: endpoint({
    method: 'POST',
    path: '/api/users/:id/invite',
    access: 'admin',
    summary: 'Invites a pending user again; earlier links become invalid',
    params: byId,
    reply: InvitedUser,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/users/:id/reset_password',
    access: 'admin',
    summary: 'Creates a password reset link, and emails it if a mail server is configured',
    params: byId,
    reply: z.object({ reset_link: z.string() }),
  }),
  regenerateKey: endpoint({
    method: 'POST',
    path: '/api/users/:id/regenerate_api_key',
    access: 'user',
    scope: 'administer',
    summary: 'Gives a user a new API key; the old one stops working at once',
    params: byId,
    reply: UserProfile,
  }),
  picture: endpoint({
    method: 'GET',
    path: '/api/users/:id/image/:hash',
    access: 'user',
    summary: 'The uploaded picture of a user',
    params: byId.extend({ hash: z.string().regex(/^[0-9a-f]{16}$/) }),
    reply: file,
    ours: true,
  }),
  uploadPicture: endpoint({
    ...picture,
    method: 'POST',
    takesStream: true,
    summary: 'Sets the picture of a user: the raw body, a PNG, JPEG or WebP of at most 1 MB',
  }),
  removePicture: endpoint({ ...picture, method: 'DELETE', summary: 'Removes the picture of a user' }),
}
