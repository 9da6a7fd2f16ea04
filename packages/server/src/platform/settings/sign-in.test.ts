import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { selfSigned } from '../../testing/certificate.ts'
import { readConfig } from '../config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sightline-sign-in-config-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const read = (env: Record<string, string> = {}) => readConfig({ SIGHTLINE_DATA_DIR: dataDir, ...env }).signIn

it('allows only passwords by default', () => {
  expect(read()).toEqual({
    google: null,
    oidc: null,
    ldap: null,
    trustsSamlEmail: false,
    remoteUserHeader: null,
    trustedProxies: [],
  })
})

it('reads the settings of each sign-in method', () => {
  expect(
    read({
      SIGHTLINE_GOOGLE_CLIENT_ID: 'g',
      SIGHTLINE_GOOGLE_CLIENT_SECRET: 's',
      SIGHTLINE_OIDC_ISSUER: 'https://login.example.com/realms/main',
      SIGHTLINE_OIDC_CLIENT_ID: 'o',
      SIGHTLINE_OIDC_CLIENT_SECRET: 't',
      SIGHTLINE_OIDC_NAME: 'Example',
      SIGHTLINE_OIDC_TRUST_EMAIL: '1',
      SIGHTLINE_SAML_TRUST_EMAIL: '1',
      SIGHTLINE_LDAP_TRUST_EMAIL: '1',
      SIGHTLINE_LDAP_URL: 'ldaps://ldap.example.com',
      SIGHTLINE_LDAP_SEARCH_BASE: 'dc=example,dc=com',
      SIGHTLINE_REMOTE_USER_HEADER: 'X-Remote-User',
      SIGHTLINE_TRUSTED_PROXIES: '10.0.0.7, 10.1.0.0/16,::1',
    }),
  ).toEqual({
    google: {
      issuer: 'https://accounts.google.com',
      name: 'Google',
      scopes: 'openid email profile',
      trustsEmail: false,
      emailClaim: 'email',
      clientId: 'g',
      clientSecret: 's',
    },
    oidc: {
      issuer: 'https://login.example.com/realms/main',
      name: 'Example',
      scopes: 'openid email profile',
      trustsEmail: true,
      emailClaim: 'email',
      clientId: 'o',
      clientSecret: 't',
    },
    ldap: {
      url: 'ldaps://ldap.example.com',
      bind: null,
      searchBase: 'dc=example,dc=com',
      searchFilter: '(mail={login})',
      startsTls: false,
      authorities: null,
      trustsEmail: true,
      groupSearch: null,
    },
    trustsSamlEmail: true,
    remoteUserHeader: 'x-remote-user',
    trustedProxies: ['10.0.0.7', '10.1.0.0/16', '::1'],
  })
})

it.each([
  'https://login.microsoftonline.com/common/v2.0',
  'https://login.microsoftonline.com/organizations/v2.0',
  'https://login.microsoftonline.us/Consumers/v2.0',
  'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
  'https://accounts.google.com',
])('refuses to trust the email addresses of %s, where anyone can have an account', (issuer) => {
  const env = { SIGHTLINE_OIDC_ISSUER: issuer, SIGHTLINE_OIDC_CLIENT_ID: 'o', SIGHTLINE_OIDC_CLIENT_SECRET: 't' }
  expect(read(env).oidc?.trustsEmail).toBe(false)
  expect(() => read({ ...env, SIGHTLINE_OIDC_TRUST_EMAIL: '1' })).toThrow(
    /^SIGHTLINE_OIDC_TRUST_EMAIL needs the issuer of one tenant, such as https:\/\/login\.microsoftonline\.com\//,
  )
})

it('trusts the email addresses of one tenant if the settings say so', () => {
  const issuer = 'https://login.microsoftonline.com/7c5f3f5e-0f6c-4b8e-9a53-1d1f0a2b3c4d/v2.0'
  const env = { SIGHTLINE_OIDC_ISSUER: issuer, SIGHTLINE_OIDC_CLIENT_ID: 'o', SIGHTLINE_OIDC_CLIENT_SECRET: 't' }
  expect(read({ ...env, SIGHTLINE_OIDC_TRUST_EMAIL: '1' }).oidc).toMatchObject({ issuer, trustsEmail: true })
})

it('reads the certificate authorities of the directory from a file, and rejects a file without certificates', async () => {
  const directory = { SIGHTLINE_LDAP_URL: 'ldaps://ldap.example.com', SIGHTLINE_LDAP_SEARCH_BASE: 'dc=example,dc=com' }
  const file = join(dataDir, 'authorities.pem')
  const pem = (await selfSigned('Authority of a test')).certificate.toString()
  writeFileSync(file, pem)
  expect(read({ ...directory, SIGHTLINE_LDAP_CA_FILE: file }).ldap?.authorities).toBe(pem)
  writeFileSync(file, 'hello')
  for (const path of [file, join(dataDir, 'nowhere.pem')])
    expect(() => read({ ...directory, SIGHTLINE_LDAP_CA_FILE: path })).toThrow(
      'SIGHTLINE_LDAP_CA_FILE must be the path of a file with certificates (PEM)',
    )
})

it.each([
  [{ SIGHTLINE_GOOGLE_CLIENT_ID: 'g' }, 'Set both SIGHTLINE_GOOGLE_CLIENT_ID and SIGHTLINE_GOOGLE_CLIENT_SECRET, or neither.'],
  [
    { SIGHTLINE_OIDC_ISSUER: 'https://login.example.com' },
    'SIGHTLINE_OIDC_ISSUER, SIGHTLINE_OIDC_CLIENT_ID and SIGHTLINE_OIDC_CLIENT_SECRET need each other.',
  ],
  [
    { SIGHTLINE_OIDC_ISSUER: 'login.example.com' },
    'SIGHTLINE_OIDC_ISSUER must be an address such as https://login.example.com/realms/main.',
  ],
  [{ SIGHTLINE_LDAP_URL: 'ldap://ldap' }, 'SIGHTLINE_LDAP_URL requires SIGHTLINE_LDAP_SEARCH_BASE.'],
  [
    { SIGHTLINE_LDAP_SEARCH_FILTER: '(mail=*)' },
    'SIGHTLINE_LDAP_SEARCH_FILTER must hold {login}, which stands for what the user types.',
  ],
  [
    { SIGHTLINE_REMOTE_USER_HEADER: 'X-Remote-User' },
    'SIGHTLINE_REMOTE_USER_HEADER requires SIGHTLINE_TRUSTED_PROXIES: the proxies that may send it.',
  ],
  ...['everybody', '10.0.0.0/33', '10.0.0', '10.0.0.0/8/8', '::/129'].map(
    (proxies) =>
      [
        { SIGHTLINE_TRUSTED_PROXIES: proxies },
        'SIGHTLINE_TRUSTED_PROXIES must be addresses or networks with commas between them, such as 10.0.0.7,10.1.0.0/16, or loopback.',
      ] as const,
  ),
] as const)('refuses %j', (env, message) => {
  expect(() => read({ ...env })).toThrow(message)
})

it('takes the email address from another claim only if the operator trusts it (OPEN-300)', () => {
  const env = {
    SIGHTLINE_OIDC_ISSUER: 'https://login.example.com',
    SIGHTLINE_OIDC_CLIENT_ID: 'o',
    SIGHTLINE_OIDC_CLIENT_SECRET: 't',
    SIGHTLINE_OIDC_EMAIL_CLAIM: 'upn',
  }
  expect(() => read(env)).toThrow('SIGHTLINE_OIDC_EMAIL_CLAIM=upn requires SIGHTLINE_OIDC_TRUST_EMAIL=1')
  expect(read({ ...env, SIGHTLINE_OIDC_TRUST_EMAIL: '1' }).oidc?.emailClaim).toBe('upn')
})

it('reads where the groups of directory users are searched (OPEN-301)', () => {
  const env = { SIGHTLINE_LDAP_URL: 'ldaps://ldap.example.com', SIGHTLINE_LDAP_SEARCH_BASE: 'dc=example,dc=com' }
  const base = 'ou=groups,dc=example,dc=com'
  expect(read({ ...env, SIGHTLINE_LDAP_GROUP_SEARCH_BASE: base }).ldap?.groupSearch).toEqual({ base, filter: '(member={dn})' })
  expect(() => read({ ...env, SIGHTLINE_LDAP_GROUP_SEARCH_FILTER: '(member=me)' })).toThrow('{dn}')
})
