import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { bindStoredOptions, checkSecretKey } from '../features/setup/stored-secrets.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { dropNewKey } from '../platform/crypto/secret-key.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { ADMIN_COMMAND } from '../platform/release.ts'
import { givenVariables } from '../platform/settings/environment.ts'
import { withSecretsFromFiles } from '../platform/settings/secret-files.ts'
import type { Call, Command, StandaloneCommand, StandaloneInvocation } from './command.ts'
import { commands } from './commands.ts'

/** The environment of the program; replaced in tests. */
export interface Terminal {
  env: Record<string, string | undefined>
  input: Readable
  print(text: string): void
  complain(text: string): void
  /** Opens the metadata database. */
  open?: (config: Config) => Promise<Pick<Database, 'db' | 'close'>>
}

export const SUCCESS = 0
export const FAILURE = 1
/** Exit code for an invalid call. */
const MISUSE = 2

/** Runs a command of the operator. @param args the command's name and arguments @returns the exit code */
export async function runAdmin(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || isHelp(name)) {
    terminal[name === undefined ? 'complain' : 'print'](overview())
    return name === undefined ? MISUSE : SUCCESS
  }
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) return misuse(terminal, `There is no command "${name}".`)
  if (rest.some(isHelp)) {
    terminal.print(helpOf(command))
    return SUCCESS
  }
  const call = read(command, rest)
  if (typeof call === 'string') return misuse(terminal, call)
  try {
    terminal.print(await carryOut(command, call, terminal))
    return SUCCESS
  } catch (error) {
    terminal.complain(validationMessage(error))
    return FAILURE
  }
}

type Parsed = Pick<Call, 'given' | 'text' | 'isSet'>

/** @returns a sentence if the arguments are invalid */
function read({ name, takes, options }: Command, args: string[]): Parsed | string {
  try {
    const config: ParseArgsOptionsConfig = options
    const { values, positionals } = parseArgs({ args, options: config, allowPositionals: true })
    if (positionals.length !== takes.length) return `Usage: ${usageOf(name, takes)}`
    return {
      given: positionals,
      text: (option) => (typeof values[option] === 'string' ? values[option] : undefined),
      isSet: (option) => values[option] === true,
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function carryOut(command: Command, parsed: Parsed, terminal: Terminal): Promise<string> {
  const { input, complain, open = openConfigured } = terminal
  const env = withSecretsFromFiles(givenVariables(terminal.env))
  if ('runAlone' in command && command.needsNoInstallation) return runApart(command, { ...parsed, env }, terminal)
  const config = readConfig(env)
  const call: Call = { ...parsed, env, readLine: () => firstLine(input) }
  if ('runAlone' in command) return runAlone(command, { ...call, config, report: complain })
  const database = await open(config)
  try {
    const services = { config, db: database.db, now: () => new Date() }
    // Nothing may be written with a wrong key.
    if (command.ignoresKeyCheck !== true) await checkSecretKey(services)
    await bindStoredOptions(services)
    return await command.run({ ...call, services })
  } finally {
    await database.close()
  }
}

/** Runs a command that must leave nothing in the data directory, nor make one. */
async function runApart(command: StandaloneCommand, parsed: Parsed & Pick<Call, 'env'>, { input, complain }: Terminal) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-admin-'))
  try {
    const config = readConfig({ ...parsed.env, SIGHTLINE_DATA_DIR: dataDir })
    return await command.runAlone({ ...parsed, config, readLine: () => firstLine(input), report: complain })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function runAlone(command: StandaloneCommand, call: StandaloneInvocation): Promise<string> {
  const { secretKeyFile, isSecretKeyNew } = call.config
  let isKeyUsed = false
  try {
    const output = await command.runAlone(call)
    isKeyUsed = command.usesNewKey === true
    return output
  } finally {
    // A key that was made for this call would be in the way of the right one.
    if (isSecretKeyNew && secretKeyFile !== null && !isKeyUsed) dropNewKey(secretKeyFile)
  }
}

const openConfigured = (config: Config) =>
  openDatabase(config, () => {
    // Errors of an idle connection are ignored; the next statement reports them.
  })

async function firstLine(input: Readable): Promise<string> {
  const lines = createInterface({ input })
  for await (const line of lines) return line
  throw new Error('Nothing came on standard input.')
}

function misuse(terminal: Terminal, sentence: string): number {
  terminal.complain(`${sentence}\nSee: ${ADMIN_COMMAND} --help`)
  return MISUSE
}

/** The messages of plain Errors and AppErrors are sentences for the operator. For other errors, the class is shown as well. */
function validationMessage(error: unknown): string {
  if (error instanceof AppError || (error instanceof Error && error.name === 'Error')) return error.message
  return String(error)
}

const isHelp = (text: string) => text === '--help' || text === '-h' || text === 'help'

const usageOf = (name: string, takes: readonly string[]) => [ADMIN_COMMAND, name, ...takes].join(' ')

const helpOf = ({ name, takes, help }: Command) => [usageOf(name, takes), ...help.map((line) => `  ${line}`)].join('\n')

const overview = () =>
  [
    'Commands for the operator of this installation. They read the same environment variables as the server.',
    'With the embedded database, stop the server first, except for backup and move-files.',
    ...commands.map((command) => `\n${helpOf(command)}`),
  ].join('\n')
