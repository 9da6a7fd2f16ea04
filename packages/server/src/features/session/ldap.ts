import { randomUUID } from 'node:crypto'
import { isEmailAddress } from '@sightline/contract/users.ts'
import type { Client, Entry } from 'ldapts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { LdapConfig } from '../../platform/settings/sign-in.ts'
import { applyMappings, groupsFor } from '../groups/service.ts'
import { readSettings } from '../settings/service.ts'
import { findOrCreateUser } from '../users/service.ts'
import { groupNamesIn } from './provider-groups.ts'
import * as session from './service.ts'
import { accountOf, admitAttempt, recordFailedAttempt, recordSuccess, rememberAccount } from './throttle.ts'

const TIMEOUT_MS = 10_000
const INVALID_CREDENTIALS = 49
const ATTRIBUTES = ['mail', 'displayName', 'cn', 'entryUUID']

/**
 * Signs in with the login and password of the LDAP directory.
 * @throws AppError `not_found` if LDAP is not configured, `wrong_credentials`, `account_throttled`, `sign_in_unavailable`, or
 *   as `findOrCreateUser`
 */
export async function signIn(
  ctx: Context,
  { email: login, password, remember }: { email: string; password: string; remember?: boolean },
  { previousToken, device }: session.Browser,
): Promise<session.SignedIn> {
  const { ldap } = ctx.config.signIn
  if (ldap === null) throw new AppError('not_found')
  const account = accountOf(`ldap:${login}`)
  const attempt = await admitAttempt(ctx, account, device)
  const { auth_ldap_groups_attribute: groupsAttribute } = await readSettings(ctx)
  const entry = await authenticate(ldap, login, password, groupsAttribute)
  const person = entry && personIn(entry)
  if (!person) {
    await recordFailedAttempt(ctx, attempt)
    await session.recordFailedSignIn(ctx, login, 'ldap')
    throw new AppError('wrong_credentials')
  }
  const user = await findOrCreateUser(
    ctx,
    { provider: 'ldap', issuer: `${ldap.url} ${ldap.searchBase}`, isEmailVerified: ldap.trustsEmail, ...person },
    { mayJoin: true },
  )
  const groups =
    groupsAttribute === '' && ldap.groupSearch === null ? null : await directoryGroups(ldap, entry, groupsAttribute)
  if (groups !== null) await applyMappings(ctx, user, await groupsFor(ctx, groups, 'ldap'), 'ldap')
  await recordSuccess(ctx, attempt)
  const opened = await session.startSession(ctx, user, 'ldap', { remember: remember === true, previousToken })
  return { ...opened, device: rememberAccount(ctx, device, account) }
}

/**
 * The entry with this login and password; null if there is none. Both cases make the same number of requests, so that timing
 * does not reveal which logins exist.
 */
async function authenticate(
  config: LdapConfig,
  login: string,
  password: string,
  groupsAttribute: string,
): Promise<Entry | null> {
  // A bind without a password is an anonymous bind, which directories accept.
  if (login === '' || password === '') return null
  try {
    const entry = await withClient(config, async (client) => {
      if (config.bind) await client.bind(config.bind.dn, config.bind.password)
      const { searchEntries } = await client.search(config.searchBase, {
        scope: 'sub',
        filter: config.searchFilter.replaceAll('{login}', () => escapeFilterValue(login)),
        attributes: groupsAttribute === '' ? ATTRIBUTES : [...ATTRIBUTES, groupsAttribute],
        sizeLimit: 2,
        timeLimit: TIMEOUT_MS / 1000,
      })
      // Two matches are ambiguous.
      return searchEntries.length === 1 ? searchEntries[0] : undefined
    })
    const dn = entry?.dn ?? `cn=${randomUUID()},${config.searchBase}`
    const isRight = await withClient(config, (client) => canBind(client, dn, password))
    return isRight && entry ? entry : null
  } catch (cause) {
    throw new AppError('sign_in_unavailable', {}, { cause })
  }
}

/**
 * The groups of a user: those that the entry names, and those that the group search finds, by DN.
 * @throws AppError `sign_in_unavailable` if the search fails
 */
async function directoryGroups(config: LdapConfig, entry: Entry, attribute: string): Promise<string[]> {
  // Directories ignore the case of attribute names, and may answer with their own.
  const [, named] = Object.entries(entry).find(([name]) => name.toLowerCase() === attribute.toLowerCase()) ?? []
  const own = groupNamesIn(named) ?? []
  const { groupSearch: search } = config
  if (search === null) return own
  try {
    const found = await withClient(config, async (client) => {
      if (config.bind) await client.bind(config.bind.dn, config.bind.password)
      const { searchEntries } = await client.search(search.base, {
        scope: 'sub',
        filter: search.filter.replaceAll('{dn}', () => escapeFilterValue(entry.dn)),
        attributes: ['cn'],
        paged: true,
        timeLimit: TIMEOUT_MS / 1000,
      })
      return searchEntries.map(({ dn }) => dn)
    })
    return [...own, ...found]
  } catch (cause) {
    throw new AppError('sign_in_unavailable', {}, { cause })
  }
}

async function canBind(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === INVALID_CREDENTIALS) return false
    throw error
  }
}

async function withClient<Result>(config: LdapConfig, work: (client: Client) => Promise<Result>): Promise<Result> {
  const { Client } = await import('ldapts')
  const tlsOptions = config.authorities === null ? {} : { ca: config.authorities }
  const isSecure = config.url.startsWith('ldaps:')
  // ldapts starts with TLS whenever there are TLS options, even for an ldap:// URL.
  const client = new Client({
    url: config.url,
    connectTimeout: TIMEOUT_MS,
    timeout: TIMEOUT_MS,
    ...(isSecure ? { tlsOptions } : {}),
  })
  try {
    if (config.startsTls) await client.startTLS({ ...tlsOptions, host: new URL(config.url).hostname })
    return await work(client)
  } finally {
    await client.unbind().catch(() => {
      // The connection is already closed.
    })
  }
}

/** Escapes a value for an LDAP filter (RFC 4515), against injection. */
export const escapeFilterValue = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is one of the characters to be escaped
  text.replace(/[\\*()\u0000]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

function personIn(entry: Entry): { subject: string; email: string; name: string | null } | null {
  const email = textOf(entry.mail)?.toLowerCase()
  if (email === undefined || !isEmailAddress(email)) return null
  return { subject: textOf(entry.entryUUID) ?? entry.dn, email, name: textOf(entry.displayName) ?? textOf(entry.cn) ?? null }
}

function textOf(value: Entry[string] | undefined): string | undefined {
  const [first] = [value].flat()
  return typeof first === 'string' && first !== '' ? first : undefined
}
