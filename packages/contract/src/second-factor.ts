import { z } from 'zod'
import { byId, endpoint, Timestamp } from './endpoint.ts'

/** The ways to prove a second factor at sign-in. */
export const secondFactorMethods = ['app', 'passkey', 'recovery_code'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME = 100
export const RECOVERY_CODES = 10

const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: Timestamp,
  /** The day of the last use in UTC, `YYYY-MM-DD`; null if it was never used. */
  last_used_on: z.string().nullable(),
})

/** The second factors of a user. */
export const SecondFactor = z.object({
  has_app: z.boolean(),
  passkeys: z.array(Passkey),
  /** Unused recovery codes. */
  recovery_codes_left: z.int(),
  /** Whether the organization requires a second factor of accounts with a password. */
  is_required: z.boolean(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The set-up of an authenticator app that is not confirmed yet. */
export const AppSetup = z.object({
  /** To be sent back with the first code; opaque, and valid for 15 minutes. */
  setup: z.string(),
  /** Base32, to type into the app. */
  secret: z.string(),
  /** `otpauth://…`, to show as a QR code. */
  uri: z.string(),
})
export type AppSetup = z.infer<typeof AppSetup>

/** Recovery codes, which cannot be read again; empty if the user keeps those they have. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** The options or the response of the browser's WebAuthn call, as its library spells them. */
const WebAuthnData = z.record(z.string(), z.unknown())

const Password = z.object({ password: z.string().max(1024) })
const Code = z.string().max(100)
const passkeyName = z.string().trim().min(1).max(MAX_PASSKEY_NAME)
const ConfirmedApp = z.object({ setup: z.string().max(2000), code: Code })

const own = { method: 'POST', access: 'user', scope: 'administer', ours: true } as const
const ofUser = { path: '/api/users/:id/second_factor', params: byId, ours: true } as const
const signIn = { method: 'POST', access: 'anyone', ours: true } as const

export const secondFactor = {
  get: endpoint({
    ...ofUser,
    method: 'GET',
    access: 'user',
    summary: 'The second factors of a user, for the user and for admins',
    reply: SecondFactor,
  }),
  reset: endpoint({
    ...ofUser,
    method: 'DELETE',
    access: 'admin',
    summary: 'Removes the second factors of another user, who has lost them',
    reply: SecondFactor,
  }),
  beginApp: endpoint({
    ...own,
    path: '/api/second_factor/app',
    summary: 'Begins to set up an authenticator app for the caller, who confirms it with the password',
    body: Password,
    reply: AppSetup,
  }),
  confirmApp: endpoint({
    ...own,
    path: '/api/second_factor/app/confirm',
    summary: 'Sets up the authenticator app with its first code; it replaces an earlier one',
    body: ConfirmedApp,
    reply: RecoveryCodes,
  }),
  removeApp: endpoint({
    ...own,
    path: '/api/second_factor/app/remove',
    summary: 'Removes the authenticator app of the caller',
    body: Password,
    reply: SecondFactor,
  }),
  newRecoveryCodes: endpoint({
    ...own,
    path: '/api/second_factor/recovery_codes',
    summary: 'Replaces the recovery codes of the caller',
    body: Password,
    reply: RecoveryCodes,
  }),
  beginPasskey: endpoint({
    ...own,
    path: '/api/second_factor/passkeys/begin',
    summary: 'Begins to add a passkey of the caller: the options of the browser call',
    body: Password,
    reply: z.object({ setup: z.string(), options: WebAuthnData }),
  }),
  addPasskey: endpoint({
    ...own,
    path: '/api/second_factor/passkeys',
    summary: 'Adds a passkey with the response of the browser',
    body: z.object({ setup: z.string().max(2000), name: passkeyName, response: WebAuthnData }),
    reply: RecoveryCodes,
  }),
  renamePasskey: endpoint({
    ...own,
    path: '/api/second_factor/passkeys/:id',
    summary: 'Renames a passkey of the caller',
    params: byId,
    body: z.object({ name: passkeyName }),
    reply: SecondFactor,
  }),
  removePasskey: endpoint({
    ...own,
    path: '/api/second_factor/passkeys/:id/remove',
    summary: 'Removes a passkey of the caller',
    params: byId,
    body: Password,
    reply: SecondFactor,
  }),
  enterCode: endpoint({
    ...signIn,
    path: '/login/second_factor',
    summary: 'Second step of the sign-in with a password: a code of the authenticator app, or a recovery code',
    body: z.object({ code: Code }),
    reply: z.object({}),
  }),
  beginRequired: endpoint({
    ...signIn,
    path: '/login/second_factor/setup',
    summary: 'Begins to set up the authenticator app that the organization requires, at sign-in',
    reply: AppSetup,
  }),
  confirmRequired: endpoint({
    ...signIn,
    path: '/login/second_factor/setup/confirm',
    summary: 'Sets up the required authenticator app with its first code, and signs in',
    body: ConfirmedApp,
    reply: RecoveryCodes,
  }),
  beginPasskeySignIn: endpoint({
    ...signIn,
    path: '/login/passkey/begin',
    summary: 'Begins to sign in with a passkey: alone, or as the second step after the password',
    body: z.object({ is_second_step: z.boolean() }),
    reply: z.object({ options: WebAuthnData }),
  }),
  signInWithPasskey: endpoint({
    ...signIn,
    path: '/login/passkey',
    summary: 'Signs in with the response of the browser to a passkey request',
    body: z.object({ response: WebAuthnData, remember: z.boolean().optional() }),
    reply: z.object({}),
  }),
}
