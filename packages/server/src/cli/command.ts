import type { ParseArgsOptionsConfig } from 'node:util'
import type { Services } from '../platform/context.ts'

/** The services that commands use. */
export type CommandServices = Pick<Services, 'config' | 'db' | 'now'>

/** A call of a command with its arguments. */
export interface Invocation {
  services: CommandServices
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

export interface Command {
  name: string
  /** The positional arguments, such as `<email>`. */
  takes: readonly string[]
  /** Lines of the `--help` text. */
  help: readonly string[]
  options: ParseArgsOptionsConfig
  /** The command also runs with a wrong secret key, and checks the key itself. */
  ignoresKeyCheck?: true
  /**
   * @returns the output
   * @throws Error with one sentence for the operator
   */
  run(call: Invocation): Promise<string>
}

/** The actor of commands in the audit log. */
export const OPERATOR = { id: null, name: 'Command line' }
