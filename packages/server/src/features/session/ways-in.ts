import type { SignInMethod } from '@sightline/contract/session.ts'
import type { OrganizationSettings } from '@sightline/contract/settings.ts'
import type { Config } from '../../platform/config.ts'

type SamlSettings = Pick<
  OrganizationSettings,
  'auth_saml_enabled' | 'auth_saml_type' | 'auth_saml_metadata_url' | 'auth_saml_sso_url' | 'auth_saml_x509_cert'
>

/**
 * The ways to sign in besides the password of an account here, as the sign-in page offers them.
 * @returns an empty list when nobody could come in without a password
 */
export function signInMethods({ signIn }: Pick<Config, 'signIn'>, settings: SamlSettings): SignInMethod[] {
  const { google, oidc, ldap, remoteUserHeader } = signIn
  return [
    ...(google ? [{ name: 'google', title: google.name, path: 'oauth/google' } as const] : []),
    ...(oidc ? [{ name: 'oidc', title: oidc.name, path: 'oidc/login' } as const] : []),
    ...(isSamlOpen(settings) ? [{ name: 'saml', title: 'SAML', path: 'saml/login' } as const] : []),
    ...(ldap ? [{ name: 'ldap', title: 'LDAP', path: 'ldap/login' } as const] : []),
    ...(remoteUserHeader !== null
      ? [{ name: 'remote_user', title: 'your network account', path: 'remote_user/login' } as const]
      : []),
  ]
}

/** Whether a password opens a session. One that nobody could come in without does, even where the organization has switched it off. */
export const takesPasswords = (
  config: Pick<Config, 'signIn'>,
  settings: SamlSettings & Pick<OrganizationSettings, 'auth_password_login_enabled'>,
): boolean => settings.auth_password_login_enabled || signInMethods(config, settings).length === 0

/** SAML is switched on, and it is known where to send people. */
function isSamlOpen(settings: SamlSettings): boolean {
  const { auth_saml_enabled, auth_saml_type, auth_saml_metadata_url, auth_saml_sso_url, auth_saml_x509_cert } = settings
  if (!auth_saml_enabled) return false
  return auth_saml_type === 'static' ? auth_saml_sso_url !== '' && auth_saml_x509_cert !== '' : auth_saml_metadata_url !== ''
}
