import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { proxyList } from './networks.ts'
import { flag } from './setting-values.ts'

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

const GOOGLE = { issuer: 'https://accounts.google.com', name: 'Google', scopes: 'openid email profile', trustsEmail: false }

/** The environment variables of the sign-in methods. */
export const signInVariables = {
  SIGHTLINE_GOOGLE_CLIENT_ID: z.string().optional(),
  SIGHTLINE_GOOGLE_CLIENT_SECRET: z.string().optional(),
  SIGHTLINE_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://login.example.com/realms/main' })
    .optional(),
  SIGHTLINE_OIDC_CLIENT_ID: z.string().optional(),
  SIGHTLINE_OIDC_CLIENT_SECRET: z.string().optional(),
  SIGHTLINE_OIDC_NAME: z.string().trim().min(1).max(40, 'must have at most 40 characters').default('Single sign-on'),
  SIGHTLINE_OIDC_SCOPES: z
    .string()
    .regex(/(^| )openid( |$)/, 'must be scopes with spaces between them, openid among them')
    .default(GOOGLE.scopes),
  SIGHTLINE_OIDC_TRUST_EMAIL: flag.default(false),
  SIGHTLINE_SAML_TRUST_EMAIL: flag.default(false),
  SIGHTLINE_LDAP_URL: z.url({ protocol: /^ldaps?$/, error: 'must be an address such as ldaps://ldap.example.com' }).optional(),
  SIGHTLINE_LDAP_BIND_DN: z.string().optional(),
  SIGHTLINE_LDAP_BIND_PASSWORD: z.string().optional(),
  SIGHTLINE_LDAP_SEARCH_BASE: z.string().optional(),
  SIGHTLINE_LDAP_SEARCH_FILTER: z
    .string()
    .includes('{login}', { error: 'must hold {login}, which stands for what the user types' })
    .default('(mail={login})'),
  SIGHTLINE_LDAP_CA_FILE: z
    .string()
    .transform((path, context) => {
      try {
        const text = readFileSync(path, 'utf8')
        new X509Certificate(text)
        return text
      } catch {
        context.addIssue({ code: 'custom', message: 'must be the path of a file with certificates (PEM)' })
        return z.NEVER
      }
    })
    .optional(),
  SIGHTLINE_LDAP_STARTTLS: flag.default(false),
  SIGHTLINE_LDAP_TRUST_EMAIL: flag.default(false),
  SIGHTLINE_REMOTE_USER_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header, such as X-Remote-User')
    .toLowerCase()
    .optional(),
  SIGHTLINE_TRUSTED_PROXIES: proxyList.default([]),
}

type Variables = z.output<z.ZodObject<typeof signInVariables>>

/** @throws Error with one sentence about variables that contradict each other */
export function signInConfigFrom(given: Variables): SignInConfig {
  const remoteUserHeader = given.SIGHTLINE_REMOTE_USER_HEADER ?? null
  if (remoteUserHeader !== null && given.SIGHTLINE_TRUSTED_PROXIES.length === 0) {
    throw new Error('SIGHTLINE_REMOTE_USER_HEADER requires SIGHTLINE_TRUSTED_PROXIES: the proxies that may send it.')
  }
  return {
    google: googleFrom(given),
    oidc: oidcFrom(given),
    ldap: ldapFrom(given),
    trustsSamlEmail: given.SIGHTLINE_SAML_TRUST_EMAIL,
    remoteUserHeader,
    trustedProxies: given.SIGHTLINE_TRUSTED_PROXIES,
  }
}

function googleFrom({
  SIGHTLINE_GOOGLE_CLIENT_ID: clientId,
  SIGHTLINE_GOOGLE_CLIENT_SECRET: clientSecret,
}: Variables): OpenIdConfig | null {
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
}: Variables): OpenIdConfig | null {
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new Error('SIGHTLINE_OIDC_ISSUER, SIGHTLINE_OIDC_CLIENT_ID and SIGHTLINE_OIDC_CLIENT_SECRET need each other.')
  }
  if (trustsEmail && isSharedByTenants(issuer)) {
    throw new Error(
      'SIGHTLINE_OIDC_TRUST_EMAIL needs the issuer of one tenant, such as https://login.microsoftonline.com/{tenant id}/v2.0: elsewhere anyone can create an account with someone else’s email address.',
    )
  }
  return { issuer, clientId, clientSecret, name, scopes, trustsEmail }
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
}: Variables): LdapConfig | null {
  if (url === undefined) return null
  if (searchBase === undefined) throw new Error('SIGHTLINE_LDAP_URL requires SIGHTLINE_LDAP_SEARCH_BASE.')
  if ((dn === undefined) !== (password === undefined)) {
    throw new Error('Set both SIGHTLINE_LDAP_BIND_DN and SIGHTLINE_LDAP_BIND_PASSWORD, or neither.')
  }
  const bind = dn === undefined || password === undefined ? null : { dn, password }
  return { url, bind, searchBase, searchFilter, startsTls, authorities: authorities ?? null, trustsEmail }
}
