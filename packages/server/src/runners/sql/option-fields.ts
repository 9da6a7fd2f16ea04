import { z } from 'zod'

/** The number of a TCP port. */
export const tcpPort = z.int().min(1).max(65_535)

/**
 * An uploaded PEM file, as base64.
 * @param kind what it has to hold, as its first line names it
 */
export const pemFile = (title: string, kind: 'CERTIFICATE' | 'PRIVATE KEY') =>
  z
    .string()
    .refine((base64) => base64 === '' || new RegExp(`-----BEGIN ([A-Z0-9]+ )*${kind}-----`).test(pemText(base64)), {
      error: `the file is no PEM file with a ${kind.toLowerCase()}.`,
    })
    .meta({ secret: true, title })

/** What such a file says. */
export const pemText = (base64: string): string => Buffer.from(base64, 'base64').toString()
