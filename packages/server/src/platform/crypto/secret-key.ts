import { randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const MIN_LENGTH = 32

/** Texts that stand in examples and tutorials: a key that others know protects nothing. */
const KNOWN = [/^(.)\1*$/, /change.?me/i, /^(secret|password|sightline|redash|example|test|default|1234567890)+/i]

/**
 * Why a key cannot be used, as one sentence; null when it can.
 * @param name of the variable that holds it
 */
export function secretKeyProblem(key: string, name = 'SIGHTLINE_SECRET_KEY'): string | null {
  if (key.length < MIN_LENGTH) return `${name} needs at least ${MIN_LENGTH} characters.`
  if (KNOWN.some((pattern) => pattern.test(key))) return `${name} is a well-known text: choose a random one.`
  return null
}

/** A key that nobody can guess. */
export const newSecretKey = (): string => randomBytes(48).toString('base64url')

/** Where the key is kept that nobody has configured. */
export const secretKeyFile = (dataDir: string): string => join(dataDir, 'secret.key')

/** The key kept in `<dataDir>/secret.key`, made on first use and readable by its owner alone, and whether this was its first use. */
export function storedSecretKey(dataDir: string): { key: string; isNew: boolean } {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = secretKeyFile(dataDir)
  const isNew = !existsSync(path) && writeKey(path, newSecretKey())
  return { key: readKey(path), isNew }
}

/** Removes a key that was made for a database that turned out to have another one, so that the right file can be put in its place. */
export const dropNewKey = (path: string): void => rmSync(path, { force: true })

/**
 * A change of the stored key takes two steps, so that both keys are on disk while the secrets go from one to the other: wherever
 * it is cut off, nothing is lost, and doing it again finishes it.
 */
const nextKeyFile = (path: string) => `${path}.next`

/** Whether a change of the stored key has begun and not ended. */
export const hasNextKey = (path: string): boolean => existsSync(nextKeyFile(path))

/** @throws when the stored key was about to be changed and it is not known which of the two holds */
export function refuseUnfinishedRotation(path: string | null): void {
  if (path === null || !hasNextKey(path)) return
  throw new Error('A change of the secret key was cut off. Finish it with: npm run admin -- rotate-key')
}

/** First step: the key that will hold, kept beside the one that holds. @returns the one of an unfinished change if there was one */
export function keepNextKey(path: string, key: string): string {
  if (!hasNextKey(path)) writeKey(nextKeyFile(path), key)
  return readKey(nextKeyFile(path))
}

/** Last step: the key that was kept beside the other takes its place. */
export function takeNextKey(path: string): void {
  renameSync(nextKeyFile(path), path)
  syncFolder(path)
}

/** Instead of the last step: everything stays as it was. */
export const dropNextKey = (path: string): void => rmSync(nextKeyFile(path), { force: true })

/** What file systems answer that have no hard links: there, two processes that start together must not share a folder. */
const NO_HARD_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']

/**
 * Writes a key unless there is one: of processes that start together, one makes it for all. The file gets its name when it is
 * whole and on the disk, as secrets may be under this key right afterwards.
 * @returns whether this call has made it
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

/** Makes the names in the folder of a file outlast a power failure. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } catch {
    // Not every file system can: then it keeps names by itself.
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
