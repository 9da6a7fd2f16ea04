import { i18n } from '@sightline/domain/language/i18n.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import type { Context, Services } from '../../platform/context.ts'
import { linkBase } from '../../platform/http/link-base.ts'
import { inLanguage } from '../../platform/language/reader.ts'
import { layOut } from '../../platform/mail/letter.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { organizationLanguage } from '../settings/service.ts'
import { createLink, linkUrl } from './links.ts'
import type { UserRow } from './store.ts'

type Recipient = Pick<UserRow, 'id' | 'name' | 'email' | 'language'>
type Content = Omit<Mail, 'to'>

/** A link that was sent by mail, or not. */
export interface SentLink {
  link: string
  /** False if no mail server is configured or it refused the mail; the link then has to reach the user in another way. */
  isSent: boolean
}

const sevenDays = () => i18n._('The link works once and expires after seven days.')
const oneHour = () => i18n._('The link works once and expires after one hour.')

/** A name without line breaks and of limited length, for the subject of a mail. */
const singleLine = (name: string) => shortened(name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim(), 100)

/** The row that says whom a mail is about. */
const aboutUser = (user: Pick<UserRow, 'name'>): [string, string] => [
  i18n._('For', {}, { context: 'the user whom a mail is about' }),
  singleLine(user.name),
]

/** @param inviter name of the inviting admin */
const invitationEmail = (user: Pick<UserRow, 'name'>, inviter: string, link: string): Content =>
  layOut({
    subject: i18n._('{inviter} invited you to join Sightline', { inviter: singleLine(inviter) }),
    entries: [
      {
        heading: i18n._('Set a password and sign in'),
        link,
        facts: [aboutUser(user)],
        note: sevenDays(),
      },
    ],
    reason: i18n._('You received this email because an administrator of Sightline created an account for this address.'),
  })

const resetEmail = (user: Pick<UserRow, 'name'>, link: string): Content =>
  layOut({
    subject: i18n._('Reset your password'),
    entries: [
      {
        heading: i18n._('Choose a new password'),
        link,
        facts: [aboutUser(user)],
        note: oneHour(),
      },
    ],
    reason: i18n._(
      'You received this email because someone requested a password reset for this address. If it was not you, ignore it.',
    ),
  })

const verificationEmail = (user: Pick<UserRow, 'name'>, link: string): Content =>
  layOut({
    subject: i18n._('{name}, please verify your email address', { name: singleLine(user.name) }),
    entries: [
      {
        heading: i18n._('Verify email address'),
        link,
        facts: [aboutUser(user)],
        note: sevenDays(),
      },
    ],
    reason: i18n._('You received this email because this address was entered in a Sightline profile.'),
  })

const disabledEmail = (user: Pick<UserRow, 'name'>): Content =>
  layOut({
    subject: i18n._('Your Sightline account is disabled'),
    entries: [
      {
        heading: i18n._('You cannot reset your password'),
        link: null,
        facts: [aboutUser(user)],
        note: i18n._('Please ask an administrator to enable your account.'),
      },
    ],
    reason: i18n._('You received this email because someone requested a password reset for this address.'),
  })

const unverifiedEmail = (user: Pick<UserRow, 'name'>): Content =>
  layOut({
    subject: i18n._('Your email address is not verified'),
    entries: [
      {
        heading: i18n._('You cannot reset your password by email'),
        link: null,
        facts: [aboutUser(user)],
        note: i18n._('Please ask an administrator for a reset link.'),
      },
    ],
    reason: i18n._('You received this email because someone requested a password reset for this address.'),
  })

/** A change of how a user signs in. */
export type CredentialChange = { kind: 'email'; to: string } | { kind: 'password' } | { kind: 'api_key' }

const changeTitles: Record<CredentialChange['kind'], () => string> = {
  email: () => i18n._('Your email address was changed'),
  password: () => i18n._('Your password was changed'),
  api_key: () => i18n._('Your API key was replaced'),
}

const credentialEmail = (user: Pick<UserRow, 'name'>, change: CredentialChange): Content =>
  layOut({
    subject: changeTitles[change.kind](),
    entries: [
      {
        heading: changeTitles[change.kind](),
        link: null,
        facts: change.kind === 'email' ? [aboutUser(user), [i18n._('New address'), change.to]] : [aboutUser(user)],
        note: i18n._('If neither you nor an administrator made this change, contact an administrator immediately.'),
      },
    ],
    reason: i18n._('You received this email because this is, or was, the address of your Sightline account.'),
  })

/** Invites a pending user by mail. */
export async function sendInvitation(ctx: Context, user: Recipient): Promise<SentLink> {
  const link = linkUrl(ctx.baseUrl, 'invite', await createLink(ctx, 'invite', user))
  const mail = () => invitationEmail(user, ctx.viewer.kind === 'user' ? ctx.viewer.name : i18n._('An administrator'), link)
  return { link, isSent: await sendWithLink(ctx, user, mail) }
}

/** Mails a link to a new password. */
export async function sendReset(ctx: Pick<Context, LinkNeeds>, user: Recipient): Promise<SentLink> {
  const link = linkUrl(ctx.baseUrl, 'reset', await createLink(ctx, 'reset', user))
  return { link, isSent: await sendWithLink(ctx, user, () => resetEmail(user, link)) }
}

/** Mails a link that verifies the email address. */
export async function sendVerification(ctx: Pick<Context, LinkNeeds>, user: Recipient): Promise<SentLink> {
  const link = linkUrl(ctx.baseUrl, 'verify', await createLink(ctx, 'verify', user))
  return { link, isSent: await sendWithLink(ctx, user, () => verificationEmail(user, link)) }
}

/** Tells a disabled user who requested a password reset that the account is disabled. */
export function sendDisabledNotice(services: Pick<Services, 'db' | 'mailer' | 'log'>, user: Recipient): Promise<boolean> {
  return send(services, user, () => disabledEmail(user))
}

/** Tells a user who requested a password reset that their email address is not verified. */
export function sendUnverifiedNotice(services: Pick<Services, 'db' | 'mailer' | 'log'>, user: Recipient): Promise<boolean> {
  return send(services, user, () => unverifiedEmail(user))
}

/** Notifies a user of a changed credential. @param user with the previous address, in case an attacker has changed it */
export function sendCredentialNotice(
  services: Pick<Services, 'db' | 'mailer' | 'log'>,
  user: Recipient,
  change: CredentialChange,
): Promise<boolean> {
  return send(services, user, () => credentialEmail(user, change))
}

type LinkNeeds = 'db' | 'now' | 'mailer' | 'log' | 'baseUrl' | 'config'

/** Such a link gives access to the account, so it must not point to a host that an untrusted request names. */
async function sendWithLink(ctx: Pick<Context, LinkNeeds>, user: Recipient, write: () => Content): Promise<boolean> {
  if (!ctx.mailer.isConfigured || linkBase(ctx) !== null) return send(ctx, user, write)
  ctx.log.warn(
    { user_id: user.id },
    'An email with a link was not sent: set SIGHTLINE_BASE_URL, so that its link cannot point to another server.',
  )
  return false
}

/**
 * Sends a mail in the language of its recipient. A failing mail server must not undo the change: it is logged, and the link can be
 * passed on by hand.
 */
async function send(
  services: Pick<Services, 'db' | 'mailer' | 'log'>,
  user: Recipient,
  write: () => Content,
): Promise<boolean> {
  if (!services.mailer.isConfigured) return false
  try {
    const language = user.language ?? (await organizationLanguage(services))
    await services.mailer.send({ to: user.email, ...inLanguage(language, write) })
    return true
  } catch (error) {
    services.log.error({ err: error, user_id: user.id }, 'A mail was not sent.')
    return false
  }
}
