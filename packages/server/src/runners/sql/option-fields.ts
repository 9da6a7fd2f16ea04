import { isTimeZone } from '@sightline/domain/format/time-zone.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod'
import { choice, endpointSecret, keepsSecrets } from '../../platform/type-options.ts'

/** A TCP port. */
export const tcpPort = z.int().min(1).max(65_535)

/** The choice of `sessionTimeZone` that means the time zone of the organization. */
export const ORGANIZATION_TIME_ZONE = 'organization'

/** The time zone that each run sets for its session: an IANA name or `organization`; left out or empty for the server's own. */
export const sessionTimeZone = () =>
  keepsSecrets(
    z
      .string()
      .refine((name) => name === '' || name === ORGANIZATION_TIME_ZONE || isTimeZone(name), {
        error: () => i18n._('it must be the name of a time zone, such as Europe/Berlin'),
      })
      .optional()
      .meta({
        title: 'Session Time Zone',
        description: 'In which queries read and cut off times, such as days. Empty: the default of the server.',
        format: 'time-zone',
        extra: true,
      }),
  )

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

/** How a connection over TCP is protected (`server-socket.ts`). */
export const encryptionFields = {
  encryption: choice({ none: 'None', required: 'Any Certificate', verified: 'Verified Certificate' }).default('none').meta({
    title: 'Encryption (TLS)',
    description: 'Only Verified Certificate is sure to encrypt and to know the server by its certificate.',
  }),
  sslCertificateFile: endpointSecret(pemFile('Certificate of the Authority', 'CERTIFICATE').optional()),
}
