import type { SettingsChanges, ShownSettings } from '@sightline/contract/settings.ts'

/** Sign-in methods besides passwords that are configured outside of these settings. */
export interface OtherSignInMethods {
  /** Whether the operator has configured any, such as Google or LDAP. */
  isConfigured: boolean
}

/** Whether password sign-in may be switched off: only if there is another method. */
export const canDisablePasswords = (
  { auth_saml_enabled }: Pick<ShownSettings, 'auth_saml_enabled'>,
  ways: OtherSignInMethods,
): boolean => auth_saml_enabled || ways.isConfigured

/** The settings as the form shows them: removing the last other sign-in method switches passwords on again. */
export function shownDraft(saved: ShownSettings, changes: SettingsChanges, ways: OtherSignInMethods): ShownSettings {
  const draft = { ...saved, ...changes }
  return canDisablePasswords(draft, ways) ? draft : { ...draft, auth_password_login_enabled: true }
}

/** The settings of a draft that differ from the saved ones. Only these are sent, so that other changes made meanwhile stay. */
export function changesOf(saved: ShownSettings, draft: ShownSettings): SettingsChanges {
  const before = new Map<string, unknown>(Object.entries(saved))
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => !isSame(before.get(name), value)))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
