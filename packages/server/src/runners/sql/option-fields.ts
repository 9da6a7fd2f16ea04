import { z } from 'zod'

/** A TCP port. */
export const tcpPort = z.int().min(1).max(65_535)

/** An uploaded PEM file, as base64. @param kind the label it must contain */
export const pemFile = (title: string, kind: 'CERTIFICATE' | 'PRIVATE KEY') =>
  z
    .string()
    .refine((base64) => base64 === '' || new RegExp(`-----BEGIN ([A-Z0-9]+ )*${kind}-----`).test(pemText(base64)), {
      error: `the file is no PEM file with a ${kind.toLowerCase()}.`,
    })
    .meta({ secret: true, title })

/** The content of such a file. */
export const pemText = (base64: string): string => Buffer.from(base64, 'base64').toString()
