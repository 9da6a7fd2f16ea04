import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { isSameText } from '../crypto/keys.ts'

/** Size and SHA-256 of every part of a backup, by the name of its entry. */
export const Checksums = z.record(z.string(), z.object({ size: z.int(), sha256: z.string() }))
export type Checksums = z.infer<typeof Checksums>

/** Follows the checksums: a hash of them, and a signature that only a holder of the secret key can make. */
export const Seal = z.object({ sha256: z.string(), hmac: z.string() })
export type Seal = z.infer<typeof Seal>

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

export function sealOf(checksums: string, secretKey: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sightline backup', 32))
  return { sha256: sha256(checksums), hmac: createHmac('sha256', key).update(checksums).digest('hex') }
}

/** @param secretKey null checks the hash alone, if the key of the backup is lost */
export function isSealed(checksums: string, seal: Seal, secretKey: string | null): boolean {
  if (secretKey === null) return isSameText(seal.sha256, sha256(checksums))
  return isSameText(seal.hmac, sealOf(checksums, secretKey).hmac)
}
