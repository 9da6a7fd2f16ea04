import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder for the user of this process, unless it is there.
 * @throws Error with a sentence if this process cannot create it or write to it
 */
export function makeWritableFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(notWritable(path), { cause })
  }
}

/** Says who may write to a folder, as volumes of containers often belong to another user. */
function notWritable(path: string): string {
  const there = nearestFolder(path)
  const { uid: owner } = statSync(there)
  const us = process.geteuid?.() ?? owner
  const problem = `The folder ${path} cannot be written to.`
  if (owner === us)
    return `${problem} ${there} must be a folder on a writable disk, with the rights of its owner to enter and write.`
  return `${problem} ${there} belongs to user ${owner}, and Sightline runs as user ${us}: give it to that user, with chown -R ${us} ${there}`
}

/** The folder itself, or the closest one around it that exists. */
function nearestFolder(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined || dirname(path) === path ? path : nearestFolder(dirname(path))
}
