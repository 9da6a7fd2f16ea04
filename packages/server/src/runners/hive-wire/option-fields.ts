import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { encryptionFields, sessionTimeZone, tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

// Fields of forms for servers with the protocol of HiveServer2, in the order that Redash has.

/** Where the server is. */
export const serverFields = { host: z.string().trim().min(1), port: tcpPort.optional() }

/** The user and the database of a connection, and how it is protected. */
export const sessionFields = {
  database: keepsSecrets(z.string().trim().optional()),
  username: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  ...encryptionFields,
  session_time_zone: sessionTimeZone(),
  ssh_tunnel: sshTunnel(),
}
