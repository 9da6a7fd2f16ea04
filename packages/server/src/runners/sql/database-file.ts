import { access, constants, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { QueryError } from '../runner.ts'

/**
 * Checks that a database file exists and is readable, so that the error does not depend on the engine. Messages show only the
 * last part of the path: analysts need not know the layout of the server's disk.
 * @throws QueryError
 */
export async function mustBeReadable(path: string): Promise<void> {
  const name = basename(path)
  const stats = await stat(path).catch(() => null)
  if (!stats) throw new QueryError(`There is no database file "${name}".`)
  if (!stats.isFile()) throw new QueryError(`"${name}" is not a file.`)
  await access(path, constants.R_OK).catch((cause) => {
    throw new QueryError(`The file "${name}" may not be read by this server.`, { cause })
  })
}

/** The error for a file that another program is writing to. */
export const lockedMessage = (path: string) =>
  `"${basename(path)}" is being written by another program. Please try again when it has finished.`
