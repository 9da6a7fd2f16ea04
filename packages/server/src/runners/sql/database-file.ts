import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { QueryError } from '../runner.ts'

/**
 * Makes sure that a database file is there and may be read, before an engine says so in its own way. Messages show the last
 * part of the path: analysts see them, and need not know how the server's disk is laid out.
 * @throws QueryError
 */
export async function mustBeReadable(path: string): Promise<void> {
  const shown = basename(path)
  const found = await stat(path).catch(() => null)
  if (!found) throw new QueryError(`There is no database file "${shown}".`)
  if (!found.isFile()) throw new QueryError(`"${shown}" is not a file.`)
  await access(path, constants.R_OK).catch((cause) => {
    throw new QueryError(`The file "${shown}" may not be read by this server.`, { cause })
  })
}

/** What is said of a file that another program is writing to. */
export const lockedMessage = (path: string) =>
  `"${basename(path)}" is being written by another program. Please try again when it has finished.`
