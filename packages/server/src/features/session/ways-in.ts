import type { SignInWay } from '@sightline/contract/session.ts'
import type { OrganizationSettings } from '@sightline/contract/settings.ts'
import type { Config } from '../../platform/config.ts'

type SamlSettings = Pick<OrganizationSettings, 'auth_saml_enabled'>

/**
 * The ways to sign in besides the password of an account here, as the sign-in page offers them.
 * @returns an empty list when nobody could come in without a password
 */
export function waysIn({ signIn }: Pick<Config, 'signIn'>, { auth_saml_enabled }: SamlSettings): SignInWay[] {
  const { google, oidc, ldap, remoteUserHeader } = signIn
  return [
    ...(google ? [{ name: 'google', title: google.name, path: 'oauth/google' } as const] : []),
    ...(oidc ? [{ name: 'oidc', title: oidc.name, path: 'oidc/login' } as const] : []),
    ...(auth_saml_enabled ? [{ name: 'saml', title: 'SAML', path: 'saml/login' } as const] : []),
    ...(ldap ? [{ name: 'ldap', title: 'LDAP', path: 'ldap/login' } as const] : []),
    ...(remoteUserHeader !== null
      ? [{ name: 'remote_user', title: 'your network account', path: 'remote_user/login' } as const]
      : []),
  ]
}

/** The same, by name. */
export const otherWaysIn = (config: Pick<Config, 'signIn'>, settings: SamlSettings): string[] =>
  waysIn(config, settings).map(({ name }) => name)
