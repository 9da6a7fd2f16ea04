import { hash, verify } from '@node-rs/argon2'

/** OWASP's advice for argon2id, the library's default algorithm: 19 MiB, two passes, no parallelism. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** @returns the argon2id hash of a password, with its salt and cost, in the PHC text form */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Whether a password matches a hash. Takes as long without a hash as with one, so that the response time does not reveal which accounts
 * exist.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fallback = await hashForNobody()
  const fits = await verify(passwordHash ?? fallback, password)
  return fits && passwordHash !== null
}

let nobody: Promise<string> | null = null
function hashForNobody(): Promise<string> {
  nobody ??= hashPassword('')
  return nobody
}
