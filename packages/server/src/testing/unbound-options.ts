import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts options as earlier versions did, without binding them to their row. */
export function encryptUnbound(secretKey: string, options: Record<string, unknown>): string {
  const nonce = randomBytes(12)
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'sightline stored options', 32))
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from('v1'))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(options), 'utf8'), cipher.final()])
  return `v1:${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')}`
}
