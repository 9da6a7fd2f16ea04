import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeWritableFolder } from '../files/writable-folder.ts'
import { ADMIN_COMMAND } from '../release.ts'

const MIN_LENGTH = 32

/** Keys from examples and tutorials: a well-known key protects nothing. */
const KNOWN = [/^(.)\1*$/, /change.?me/i, /^(secret|password|sightline|redash|example|test|default|1234567890)+/i]

/** Why a key cannot be used, as one sentence; null if it can.
 * @param name of its environment variable
 */
export function secretKeyProblem(key: string, name = 'SIGHTLINE_SECRET_KEY'): string | null {
  if (key.length < MIN_LENGTH) return `${name} needs at least ${MIN_LENGTH} characters.`
  if (KNOWN.some((pattern) => pattern.test(key))) return `${name} is a well-known text: choose a random one.`
  return null
}

/** A new random key. */
export const newSecretKey = (): string => randomBytes(48).toString('base64url')

/** The file of the key if none is configured. */
export const secretKeyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/** The key in `<dataDir>/secret.key`, created on first use and readable by its owner only, and whether this was its first use.
 * @throws as `makeWritableFolder` does
 */
export function storedSecretKey(dataDir: string): { key: string; isNew: boolean } {
  makeWritableFolder(dataDir)
  const path = secretKeyFile(dataDir)
  const isNew = !existsSync(path) && writeKey(path, newSecretKey())
  return { key: readKey(path), isNew }
}

/** Removes a new key if the database turns out to belong to another key, so that the operator can restore the right file. */
export const dropNewKey = (path: string): void => rmSync(path, { force: true })

/** A change of the stored key takes two steps, so that both keys are on disk while the secrets are re-encrypted: if it is interrupted,
 * nothing is lost, and repeating it completes it.
 */
const nextKeyFile = (path: string) => `${path}.next`

/** Whether a change of the stored key is unfinished. */
export const hasNextKey = (path: string): boolean => existsSync(nextKeyFile(path))

/** @throws if a change of the stored key is unfinished, so that it is not known which key is valid */
export function refuseUnfinishedRotation(path: string | null): void {
  if (path === null || !hasNextKey(path)) return
  throw new Error(`A change of the secret key was interrupted. Finish it with: ${ADMIN_COMMAND} rotate-key`)
}

/** First step: stores the next key beside the current one. @returns the next key, or that of an unfinished change */
export function keepNextKey(path: string, key: string): string {
  if (!hasNextKey(path)) writeKey(nextKeyFile(path), key)
  return readKey(nextKeyFile(path))
}

/** Last step: the next key replaces the current one. */
export function takeNextKey(path: string): void {
  renameSync(nextKeyFile(path), path)
  syncFolder(path)
}

/** Undoes the first step. */
export const dropNextKey = (path: string): void => rmSync(nextKeyFile(path), { force: true })

/** Error codes of file systems without hard links: there, two processes that start together must not share a folder. */
const NO_HARD_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']

/** Writes a key unless there is one: of processes that start together, one creates it for all. The file gets its name once it is complete
 * and synced to disk, because secrets may be encrypted with this key right afterwards.
 * @returns whether this call created it
 */
function writeKey(path: string, key: string): boolean {
  const draft = `${path}.${randomUUID()}.draft`
  const file = openSync(draft, 'wx', 0o600)
  writeSync(file, `${key}\n`)
  fsyncSync(file)
  closeSync(file)
  try {
    linkSync(draft, path)
    syncFolder(path)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EEXIST') return false
    if (!NO_HARD_LINKS.includes(code)) throw error
    renameSync(draft, path)
    return true
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Syncs the folder of a file, so that the file's name survives a power failure. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } catch {
    // Not every file system supports this; those that do not sync names by themselves.
  } finally {
    closeSync(folder)
  }
}

function readKey(path: string): string {
  const key = readFileSync(path, 'utf8').trim()
  const problem = secretKeyProblem(key)
  if (problem !== null) throw new Error(`${path} does not hold a usable key. ${problem}`)
  return key
}
