import type { SignInMethod } from '@sightline/contract/session.ts'
import type { OrganizationSettings } from '@sightline/contract/settings.ts'
import type { Config } from '../../platform/config.ts'

type SamlSettings = Pick<
  OrganizationSettings,
  'auth_saml_enabled' | 'auth_saml_type' | 'auth_saml_metadata_url' | 'auth_saml_sso_url' | 'auth_saml_x509_cert'
>

/** The configured sign-in methods besides passwords, in the order of the sign-in page. */
export function signInMethods({ signIn }: Pick<Config, 'signIn'>, settings: SamlSettings): SignInMethod[] {
  const { google, oidc, ldap, remoteUserHeader } = signIn
  return [
    ...(google ? [{ name: 'google', title: google.name, path: 'oauth/google' } as const] : []),
    ...(oidc ? [{ name: 'oidc', title: oidc.name, path: 'oidc/login' } as const] : []),
    ...(isSamlConfigured(settings) ? [{ name: 'saml', title: 'SAML', path: 'saml/login' } as const] : []),
    ...(ldap ? [{ name: 'ldap', title: 'LDAP', path: 'ldap/login' } as const] : []),
    ...(remoteUserHeader !== null
      ? [{ name: 'remote_user', title: 'your network account', path: 'remote_user/login' } as const]
      : []),
  ]
}

/** Whether password sign-in is possible. It always is if there is no other method, even if the organization has disabled it. */
export const acceptsPasswords = (
  config: Pick<Config, 'signIn'>,
  settings: SamlSettings & Pick<OrganizationSettings, 'auth_password_login_enabled'>,
): boolean => settings.auth_password_login_enabled || signInMethods(config, settings).length === 0

/** Whether SAML is enabled and has an identity provider. */
function isSamlConfigured(settings: SamlSettings): boolean {
  const { auth_saml_enabled, auth_saml_type, auth_saml_metadata_url, auth_saml_sso_url, auth_saml_x509_cert } = settings
  if (!auth_saml_enabled) return false
  return auth_saml_type === 'static' ? auth_saml_sso_url !== '' && auth_saml_x509_cert !== '' : auth_saml_metadata_url !== ''
}
