import { promisify } from 'node:util'
import { gzip, zstdCompress } from 'node:zlib'

/** Supported content encodings, best first, by their names in HTTP (RFC 9110, 8.4.1). */
export const codings = ['zstd', 'gzip'] as const
export type Coding = (typeof codings)[number]

const compressors: Record<Coding, (bytes: Uint8Array) => Promise<Buffer>> = {
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
}

export const compressed = (bytes: Uint8Array, coding: Coding): Promise<Buffer> => compressors[coding](bytes)

/**
 * Returns the best encoding that a client accepts.
 * @param header `Accept-Encoding`, such as `gzip, deflate;q=0.5`
 * @returns null for none
 */
export function codingFor(header: string | undefined): Coding | null {
  if (header === undefined) return null
  const weights = new Map(header.toLowerCase().split(',').map(weighted))
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const best = codings.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one))
  return weightOf(best) > 0 ? best : null
}

function weighted(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0]
}
