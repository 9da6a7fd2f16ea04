import type { ParseArgsOptionsConfig } from 'node:util'
import type { Services } from '../platform/context.ts'

/** What a command works with. */
export type CommandServices = Pick<Services, 'config' | 'db' | 'now'>

/** What a command was called with. */
export interface Invocation {
  services: CommandServices
  /** What stands behind the name of the command, as many as its usage names. */
  given: readonly string[]
  /** Options with a value. */
  text(name: string): string | undefined
  isSet(name: string): boolean
  env: Readonly<Record<string, string | undefined>>
  /** The first line of standard input: for what must stand in no list of processes. @throws when there is none */
  readLine(): Promise<string>
}

export interface Command {
  name: string
  /** What stands behind the name: `<email>`. */
  takes: readonly string[]
  /** For `--help`, a line each. */
  help: readonly string[]
  options: ParseArgsOptionsConfig
  /** Runs also when the secret key is not that of the database: it sees to that itself. */
  ignoresKeyCheck?: true
  /**
   * @returns what is printed
   * @throws Error with one sentence for the operator
   */
  run(call: Invocation): Promise<string>
}

/** Who has done what a command does, for the audit log: whoever may start programs on the server. */
export const OPERATOR = { id: null, name: 'Command line' }
