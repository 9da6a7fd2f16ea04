import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MIN_LENGTH = 32

/** Texts that stand in examples and tutorials: a key that others know protects nothing. */
const KNOWN = [/^(.)\1*$/, /change.?me/i, /^(secret|password|sightline|redash|example|test|default|1234567890)+/i]

/**
 * Why a key cannot be used, as one sentence; null when it can.
 */
export function secretKeyProblem(key: string): string | null {
  if (key.length < MIN_LENGTH) return `SIGHTLINE_SECRET_KEY needs at least ${MIN_LENGTH} characters.`
  if (KNOWN.some((pattern) => pattern.test(key))) return 'SIGHTLINE_SECRET_KEY is a well-known text: choose a random one.'
  return null
}

/** The key kept in `<dataDir>/secret.key`, made on first use and readable by its owner alone. */
export function storedSecretKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret.key')
  try {
    writeFileSync(path, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = readFileSync(path, 'utf8').trim()
  const problem = secretKeyProblem(key)
  if (problem !== null) throw new Error(`${path} does not hold a usable key. ${problem}`)
  return key
}
