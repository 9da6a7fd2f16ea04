import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ofKind, setting } from './setting.ts'
import { address, flag } from './values.ts'

/** An OpenID Connect provider. */
export interface OpenIdConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** Label of the button on the sign-in page. */
  name: string
  scopes: string
  /** Whether an email address counts as verified if the provider does not say so. */
  trustsEmail: boolean
  /** Claim with the email address; the provider's `email_verified` says nothing about any but `email`. */
  emailClaim: string
}

export interface LdapConfig {
  url: string
  /** The account that looks users up; null for a directory with anonymous search. */
  bind: { dn: string; password: string } | null
  searchBase: string
  /** LDAP filter with `{login}` as the placeholder of the user's input. */
  searchFilter: string
  /** Whether an unencrypted connection is upgraded with StartTLS before anything else is sent. */
  startsTls: boolean
  /** Certificate authorities of the directory in PEM format; null for those of this machine. */
  authorities: string | null
  /** Whether users cannot change their own `mail` in the directory, so that it may link an existing account. */
  trustsEmail: boolean
  /** Where the groups of a user are searched; null if the user's own entry names them. */
  groupSearch: { base: string; filter: string } | null
}

/** The sign-in methods configured in the environment, besides email and password. */
export interface SignInConfig {
  google: OpenIdConfig | null
  oidc: OpenIdConfig | null
  ldap: LdapConfig | null
  /** Whether the email address in a SAML response may link an existing account. */
  trustsSamlEmail: boolean
  /** Name of the request header, in lower case, in which a proxy names the user; null for none. */
  remoteUserHeader: string | null
  /** Addresses and networks of the proxies whose header is trusted. */
  trustedProxies: string[]
}

const GOOGLE = {
  issuer: 'https://accounts.google.com',
  name: 'Google',
  scopes: 'openid email profile',
  trustsEmail: false,
  emailClaim: 'email',
}

export const signInSettings = {
  SIGHTLINE_GOOGLE_CLIENT_ID: setting(z.string().optional(), { meaning: 'client ID for sign-in with Google' }),
  SIGHTLINE_GOOGLE_CLIENT_SECRET: setting(z.string().optional(), { meaning: 'its client secret', isSecret: true }),
  SIGHTLINE_OIDC_ISSUER: setting(address(/^https?$/, 'https://login.example.com/realms/main').optional(), {
    meaning: 'issuer URL of an OpenID Connect provider',
  }),
  SIGHTLINE_OIDC_CLIENT_ID: setting(z.string().optional(), { meaning: 'client ID at the OpenID Connect provider' }),
  SIGHTLINE_OIDC_CLIENT_SECRET: setting(z.string().optional(), { meaning: 'its client secret', isSecret: true }),
  SIGHTLINE_OIDC_NAME: setting(z.string().trim().min(1).max(40, 'must have at most 40 characters').default('Single sign-on'), {
    meaning: 'label of the button for the OpenID Connect provider',
  }),
  SIGHTLINE_OIDC_SCOPES: setting(
    z
      .string()
      .regex(/(^| )openid( |$)/, 'must be scopes with spaces between them, openid among them')
      .default(GOOGLE.scopes),
    { meaning: 'scopes requested from the OpenID Connect provider, with spaces between them' },
  ),
  SIGHTLINE_OIDC_TRUST_EMAIL: setting(flag.default(false), {
    meaning:
      '`1`: email addresses count as verified if the OpenID Connect provider does not say; requires the issuer of a single tenant',
  }),
  SIGHTLINE_OIDC_EMAIL_CLAIM: setting(
    z
      .string()
      .regex(/^[\w:./-]{1,200}$/, 'must be the name of a claim, such as preferred_username or upn')
      .default('email'),
    { meaning: 'claim with the email address; any but `email` requires `SIGHTLINE_OIDC_TRUST_EMAIL`' },
  ),
  SIGHTLINE_SAML_TRUST_EMAIL: setting(flag.default(false), {
    meaning: '`1`: the email address in a SAML response may link an existing account',
  }),
  SIGHTLINE_LDAP_URL: setting(address(/^ldaps?$/, 'ldaps://ldap.example.com').optional(), {
    meaning: 'sign-in with an LDAP directory',
  }),
  SIGHTLINE_LDAP_BIND_DN: setting(z.string().optional(), {
    meaning: 'account that searches the directory',
    otherwise: 'none: anonymous search',
  }),
  SIGHTLINE_LDAP_BIND_PASSWORD: setting(z.string().optional(), { meaning: 'password of that account', isSecret: true }),
  SIGHTLINE_LDAP_SEARCH_BASE: setting(z.string().optional(), {
    meaning: 'where users are searched; `SIGHTLINE_LDAP_URL` requires it',
  }),
  SIGHTLINE_LDAP_SEARCH_FILTER: setting(
    z
      .string()
      .includes('{login}', { error: 'must hold {login}, which stands for what the user types' })
      .default('(mail={login})'),
    { meaning: 'search filter; `{login}` stands for what the user types' },
  ),
  SIGHTLINE_LDAP_GROUP_SEARCH_BASE: setting(z.string().optional(), {
    meaning: 'where the groups of a user are searched, for directories whose users have no `memberOf`',
  }),
  SIGHTLINE_LDAP_GROUP_SEARCH_FILTER: setting(
    z.string().includes('{dn}', { error: 'must hold {dn}, which stands for the DN of the user' }).default('(member={dn})'),
    { meaning: 'search filter for groups; `{dn}` stands for the DN of the user' },
  ),
  SIGHTLINE_LDAP_CA_FILE: setting(
    ofKind(
      'path of a PEM file',
      z.string().transform((path, context) => {
        try {
          const text = readFileSync(path, 'utf8')
          new X509Certificate(text)
          return text
        } catch {
          context.addIssue({ code: 'custom', message: 'must be the path of a file with certificates (PEM)' })
          return z.NEVER
        }
      }),
    ).optional(),
    { meaning: 'CA certificates for the directory', otherwise: 'those of Node.js' },
  ),
  SIGHTLINE_LDAP_STARTTLS: setting(flag.default(false), { meaning: '`1` uses StartTLS' }),
  SIGHTLINE_LDAP_TRUST_EMAIL: setting(flag.default(false), {
    meaning: '`1`: the email address in the directory may link an existing account',
  }),
  SIGHTLINE_REMOTE_USER_HEADER: setting(
    z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header, such as X-Remote-User')
      .toLowerCase()
      .optional(),
    { meaning: 'header with which a trusted proxy names the user' },
  ),
}

type Given = z.output<z.ZodObject<typeof signInSettings>>

/**
 * @param trustedProxies addresses and networks
 * @throws Error with one sentence about variables that contradict each other
 */
export function signInConfigFrom(given: Given, trustedProxies: string[]): SignInConfig {
  const remoteUserHeader = given.SIGHTLINE_REMOTE_USER_HEADER ?? null
  if (remoteUserHeader !== null && trustedProxies.length === 0) {
    throw new Error('SIGHTLINE_REMOTE_USER_HEADER requires SIGHTLINE_TRUSTED_PROXIES: the proxies that may send it.')
  }
  return {
    google: googleFrom(given),
    oidc: oidcFrom(given),
    ldap: ldapFrom(given),
    trustsSamlEmail: given.SIGHTLINE_SAML_TRUST_EMAIL,
    remoteUserHeader,
    trustedProxies,
  }
}

function googleFrom({
  SIGHTLINE_GOOGLE_CLIENT_ID: clientId,
  SIGHTLINE_GOOGLE_CLIENT_SECRET: clientSecret,
}: Given): OpenIdConfig | null {
  if (clientId === undefined && clientSecret === undefined) return null
  if (clientId === undefined || clientSecret === undefined) {
    throw new Error('Set both SIGHTLINE_GOOGLE_CLIENT_ID and SIGHTLINE_GOOGLE_CLIENT_SECRET, or neither.')
  }
  return { ...GOOGLE, clientId, clientSecret }
}

function oidcFrom({
  SIGHTLINE_OIDC_ISSUER: issuer,
  SIGHTLINE_OIDC_CLIENT_ID: clientId,
  SIGHTLINE_OIDC_CLIENT_SECRET: clientSecret,
  SIGHTLINE_OIDC_NAME: name,
  SIGHTLINE_OIDC_SCOPES: scopes,
  SIGHTLINE_OIDC_TRUST_EMAIL: trustsEmail,
  SIGHTLINE_OIDC_EMAIL_CLAIM: emailClaim,
}: Given): OpenIdConfig | null {
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new Error('SIGHTLINE_OIDC_ISSUER, SIGHTLINE_OIDC_CLIENT_ID and SIGHTLINE_OIDC_CLIENT_SECRET need each other.')
  }
  if (trustsEmail && isSharedByTenants(issuer)) {
    throw new Error(
      'SIGHTLINE_OIDC_TRUST_EMAIL needs the issuer of one tenant, such as https://login.microsoftonline.com/{tenant id}/v2.0: elsewhere anyone can create an account with someone else’s email address.',
    )
  }
  if (emailClaim !== 'email' && !trustsEmail) {
    throw new Error(
      `SIGHTLINE_OIDC_EMAIL_CLAIM=${emailClaim} requires SIGHTLINE_OIDC_TRUST_EMAIL=1, since providers verify only the address in the claim email.`,
    )
  }
  return { issuer, clientId, clientSecret, name, scopes, trustsEmail, emailClaim }
}

/**
 * Whether accounts of any organization can sign in with this issuer, as with the multi-tenant ones of Microsoft Entra and Google.
 */
function isSharedByTenants(issuer: string): boolean {
  const { host, pathname } = new URL(issuer)
  if (host === new URL(GOOGLE.issuer).host) return true
  return /^\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i.test(pathname)
}

function ldapFrom({
  SIGHTLINE_LDAP_URL: url,
  SIGHTLINE_LDAP_BIND_DN: dn,
  SIGHTLINE_LDAP_BIND_PASSWORD: password,
  SIGHTLINE_LDAP_SEARCH_BASE: searchBase,
  SIGHTLINE_LDAP_SEARCH_FILTER: searchFilter,
  SIGHTLINE_LDAP_STARTTLS: startsTls,
  SIGHTLINE_LDAP_CA_FILE: authorities,
  SIGHTLINE_LDAP_TRUST_EMAIL: trustsEmail,
  SIGHTLINE_LDAP_GROUP_SEARCH_BASE: base,
  SIGHTLINE_LDAP_GROUP_SEARCH_FILTER: filter,
}: Given): LdapConfig | null {
  if (url === undefined) return null
  if (searchBase === undefined) throw new Error('SIGHTLINE_LDAP_URL requires SIGHTLINE_LDAP_SEARCH_BASE.')
  if ((dn === undefined) !== (password === undefined)) {
    throw new Error('Set both SIGHTLINE_LDAP_BIND_DN and SIGHTLINE_LDAP_BIND_PASSWORD, or neither.')
  }
  const bind = dn === undefined || password === undefined ? null : { dn, password }
  const groupSearch = base === undefined ? null : { base, filter }
  return { url, bind, searchBase, searchFilter, startsTls, authorities: authorities ?? null, trustsEmail, groupSearch }
}
