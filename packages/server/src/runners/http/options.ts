import type { TlsOptions } from '../../platform/egress.ts'
import { secret } from '../../platform/type-options.ts'
import type { Login } from './client.ts'

/** A login from the two fields of a form; null when neither is filled in. */
export function basicLogin(user: string | undefined, password: string | undefined): Login | null {
  return user || password ? { user: user ?? '', password: password ?? '' } : null
}

/** The text of an uploaded file, which forms send as base64; undefined for none. */
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

/** How a server is known: by an authority that was uploaded, else, when `verify` says so, by those that Node.js knows. */
export function tlsOptions({ ca, cert, key, passphrase, verify }: TlsFiles): TlsOptions {
  return {
    ca: uploadedText(ca),
    cert: uploadedText(cert),
    key: uploadedText(key),
    passphrase: passphrase || undefined,
    rejectUnauthorized: verify || Boolean(ca),
  }
}

/** What is written in percent signs (`%40` for `@`), as the text that was meant; a text in which one stands for nothing is taken as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A secret among the additional settings of a form that may be left empty: null then, as the wire has it. */
export const optionalSecret = (title: string) =>
  secret(title).nullish().meta({ type: 'string', anyOf: undefined, title, secret: true, extra: true, default: null })
