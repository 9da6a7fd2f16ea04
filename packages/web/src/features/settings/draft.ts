import type { SettingsChanges, ShownSettings } from '@sightline/contract/settings.ts'

/** What an installation offers besides passwords, apart from what its settings decide. */
export interface OtherSignInMethods {
  /** Google, LDAP and whatever else the operator has configured. */
  isConfigured: boolean
}

/** Whether signing in with a password may be switched off: only where people have another way in. */
export const canDisablePasswords = (
  { auth_saml_enabled }: Pick<ShownSettings, 'auth_saml_enabled'>,
  ways: OtherSignInMethods,
): boolean => auth_saml_enabled || ways.isConfigured

/** The settings as the form shows them: passwords come back on with the last other way in. */
export function shownDraft(saved: ShownSettings, changes: SettingsChanges, ways: OtherSignInMethods): ShownSettings {
  const draft = { ...saved, ...changes }
  return canDisablePasswords(draft, ways) ? draft : { ...draft, auth_password_login_enabled: true }
}

/** What of a draft differs from what is saved: only that is sent, so that what others have changed meanwhile stays. */
export function changesOf(saved: ShownSettings, draft: ShownSettings): SettingsChanges {
  const before = new Map<string, unknown>(Object.entries(saved))
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => !isSame(before.get(name), value)))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
