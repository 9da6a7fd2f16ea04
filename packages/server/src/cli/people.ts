import * as secondFactors from '../features/second-factor/service.ts'
import * as setup from '../features/setup/service.ts'
import { linkUrl } from '../features/users/links.ts'
import * as operator from '../features/users/operator.ts'
import type { Config } from '../platform/config.ts'
import { type Invocation, OPERATOR, type ServiceCommand } from './command.ts'

const passwordOption = { 'password-stdin': { type: 'boolean' } } as const
const passwordHelp = 'With --password-stdin, the password is the first line of standard input.'

export const createAdmin: ServiceCommand = {
  name: 'create-admin',
  takes: ['<email>'],
  options: { name: { type: 'string' }, ...passwordOption },
  help: [
    'Creates an admin, and prints a link that works once, with which they choose a password.',
    passwordHelp,
    '--name says what they are called. In a new installation it takes the place of the set-up page.',
  ],
  async run(call) {
    const { services, given } = call
    const [email = ''] = given
    const [beforeAt = email] = email.split('@')
    const admin = { name: call.text('name')?.trim() || beforeAt, email, password: await passwordOf(call) }
    const link = await services.db.transaction(async (db) => {
      const within = { ...services, db }
      const groups = (await setup.isSetUp(within)) ? operator.adminGroups(within) : setup.createOrganization(db)
      return operator.createAdmin(within, OPERATOR, admin, await groups)
    })
    return link === null
      ? `${email} is an admin now.`
      : `${email} is an admin now, with this link:\n${addressIn(services.config, link)}`
  },
}

export const promote: ServiceCommand = {
  name: 'promote',
  takes: ['<email>'],
  options: {},
  help: ['Makes a user an admin.'],
  async run({ services, given: [email = ''] }) {
    return `${await operator.promote(services, OPERATOR, email)} is an admin now.`
  },
}

export const resetPassword: ServiceCommand = {
  name: 'reset-password',
  takes: ['<email>'],
  options: { ...passwordOption, 'keep-api-key': { type: 'boolean' } },
  help: [
    'Prints a link that works once, for one hour, with which a user chooses a new password.',
    passwordHelp,
    'The API key is then replaced as well, unless --keep-api-key leaves it.',
  ],
  async run(call) {
    const { services, given } = call
    const [email = ''] = given
    const link = await operator.resetPassword(services, OPERATOR, email, await passwordOf(call), call.isSet('keep-api-key'))
    return link === null ? `${email} has a new password.` : addressIn(services.config, link)
  },
}

export const resetSecondFactor: ServiceCommand = {
  name: 'reset-second-factor',
  takes: ['<email>'],
  options: {},
  help: ['Removes the authenticator app, the passkeys and the recovery codes of a user who has lost them.'],
  async run({ services, given: [email = ''] }) {
    await secondFactors.resetByOperator(services, OPERATOR, await operator.idOf(services, email))
    return `${email} has no second factor now.`
  },
}

export const listUsers: ServiceCommand = {
  name: 'list-users',
  takes: [],
  options: { json: { type: 'boolean' } },
  help: ['Lists all users with their groups and whether they can sign in; with --json for programs.'],
  async run({ services, isSet }) {
    const users = await operator.list(services)
    if (isSet('json')) return JSON.stringify(users, null, 2)
    const lines = users.map(({ id, email, name, groups, state }) => [String(id), email, name, groups.join(', '), state])
    return table([['id', 'email', 'name', 'groups', 'state'], ...lines])
  },
}

const passwordOf = ({ isSet, readLine }: Invocation) => (isSet('password-stdin') ? readLine() : null)

/** The URL of a password link; without a configured base URL, at the address that the local server listens on. */
function addressIn({ baseUrl, host, port }: Config, { kind, token }: operator.PasswordLink): string {
  const isAnyAddress = host === '0.0.0.0' || host === '::'
  return linkUrl(baseUrl ?? `http://${isAnyAddress ? 'localhost' : host}:${port}/`, kind, token)
}

/** Pads columns to their longest cell. Removes control characters, since names are untrusted. */
function table(rows: string[][]): string {
  const plain = rows.map((row) => row.map((text) => text.replaceAll(/\p{Cc}/gu, ' ')))
  const widths = (plain[0] ?? []).map((_, column) => Math.max(...plain.map((row) => row[column]?.length ?? 0)))
  return plain
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
