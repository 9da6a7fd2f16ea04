import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '../platform/config.ts'
import type { Services } from '../platform/context.ts'

/** The services that commands use. */
export type CommandServices = Pick<Services, 'config' | 'db' | 'now'>

/** The arguments of a call, and what surrounds it. */
export interface Call {
  /** The positional arguments, as many as `takes` has. */
  given: readonly string[]
  /** The value of an option. */
  text(name: string): string | undefined
  isSet(name: string): boolean
  env: Readonly<Record<string, string | undefined>>
  /**
   * Reads the first line of standard input, for secrets that must not show in the process list.
   * @throws Error if there is none
   */
  readLine(): Promise<string>
}

/** A call of a command that works on the open installation. */
export interface Invocation extends Call {
  services: CommandServices
}

/** A call of a command that opens databases itself. */
export interface StandaloneInvocation extends Call {
  config: Config
  /** Shows a line while the command works. */
  report(line: string): void
}

interface CommandTexts {
  name: string
  /** The positional arguments, such as `<email>`. */
  takes: readonly string[]
  /** Lines of the `--help` text. */
  help: readonly string[]
  options: ParseArgsOptionsConfig
}

/** A command that works on the open installation. */
export interface ServiceCommand extends CommandTexts {
  /** The command also runs with a wrong secret key, and checks the key itself. */
  ignoresKeyCheck?: true
  /**
   * @returns the output
   * @throws Error with one sentence for the operator
   */
  run(call: Invocation): Promise<string>
}

/** A command that opens databases itself, because a server may have them open, or because they are not to be brought up to date. */
export interface StandaloneCommand extends CommandTexts {
  /** The command works without an installation, so it gets a data directory of its own that is removed afterwards. */
  needsNoInstallation?: true
  /** The command makes an installation that may have a new secret key. */
  usesNewKey?: true
  /** As `run` of other commands. */
  runAlone(call: StandaloneInvocation): Promise<string>
}

export type Command = ServiceCommand | StandaloneCommand

/** The actor of commands in the audit log. */
export const OPERATOR = { id: null, name: 'Command line' }
