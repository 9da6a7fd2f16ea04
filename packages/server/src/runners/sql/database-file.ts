import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { QueryError } from '../runner.ts'

/**
 * Checks that a database file exists and is readable, so that the error does not depend on the engine. Messages show only the
 * last part of the path: analysts need not know the layout of the server's disk.
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

/** The error for a file that another program is writing to. */
export const lockedMessage = (path: string) =>
  `"${basename(path)}" is being written by another program. Please try again when it has finished.`
