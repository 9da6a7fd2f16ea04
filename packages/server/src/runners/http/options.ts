import type { TlsOptions } from '../../platform/egress.ts'
import { secret } from '../../platform/type-options.ts'

/** Credentials of a request. */
export type Login = { user: string; password: string } | { bearer: string } | { scheme: string; credentials: string }

/** The login from the two fields of a form; null if both are empty. */
export function basicLogin(user: string | undefined, password: string | undefined): Login | null {
  return user || password ? { user: user ?? '', password: password ?? '' } : null
}

/** The text of an uploaded file, which forms send as base64; undefined if there is none. */
export function uploadedText(base64: string | null | undefined): string | undefined {
  return base64 ? Buffer.from(base64, 'base64').toString('utf8') : undefined
}

export interface TlsFiles {
  /** Base64 of PEM, as forms send files. */
  ca?: string | null | undefined
  cert?: string | null | undefined
  key?: string | null | undefined
  passphrase?: string | null | undefined
  verify: boolean
}

/** TLS options that trust the uploaded authority alone; without one, `verify` decides between those of Node.js and any certificate. */
export function tlsOptions({ ca, cert, key, passphrase, verify }: TlsFiles): TlsOptions {
  return {
    ca: uploadedText(ca),
    cert: uploadedText(cert),
    key: uploadedText(key),
    passphrase: passphrase || undefined,
    rejectUnauthorized: verify || Boolean(ca),
  }
}

/** Decodes percent encoding (`%40` for `@`); a text with an invalid escape is returned unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A secret among the additional settings of a form, null if left empty, as on the wire. */
export const optionalSecret = (title: string) =>
  secret(title).nullish().meta({ type: 'string', anyOf: undefined, title, secret: true, extra: true, default: null })
