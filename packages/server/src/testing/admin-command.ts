import { Readable } from 'node:stream'
import { runAdmin } from '../cli/admin.ts'
import type { TestServer } from './server.ts'

interface CommandSettings {
  env?: Record<string, string | undefined>
  /** The standard input. */
  input?: string
  /** The test server on whose database it runs; left out for the database that the environment names. */
  on?: Pick<TestServer, 'services'>
}

/** Runs a command of the operator in this process. @returns its exit code, what it has printed, and its complaints */
export async function adminCommand(args: readonly string[], { env = {}, input = '', on }: CommandSettings = {}) {
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runAdmin(args, {
    env: on ? { SIGHTLINE_DATA_DIR: on.services.config.dataDir, ...env } : env,
    input: Readable.from(input === '' ? [] : [input]),
    print: (text) => printed.push(text),
    complain: (text) => complaints.push(text),
    ...(on ? { open: async () => ({ db: on.services.db, close: async () => {} }) } : {}),
  })
  return { code, out: printed.join('\n'), err: complaints.join('\n') }
}
