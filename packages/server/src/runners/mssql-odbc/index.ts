import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { tcpPort } from '../sql/tcp-port.ts'
import { sshTunnel } from '../ssh/options.ts'
import { defineTdsSpeaker } from '../tds/speaker.ts'

/** SQL Server with a choice of encryption. It is reached without ODBC: sources of this type stay as they are. */
export default defineTdsSpeaker({
  type: 'mssql_odbc',
  name: 'Microsoft SQL Server (ODBC)',
  moduleUrl: import.meta.url,
  config: z.object({
    server: z.string().trim().min(1),
    port: tcpPort.default(1433),
    user: keepsSecrets(z.string().trim().min(1)),
    password: secret(),
    db: keepsSecrets(z.string().trim().min(1).meta({ title: 'Database Name' })),
    /** Kept for what other clients have stored. */
    charset: keepsSecrets(z.string().default('UTF-8').meta({ title: 'Character Set' })),
    use_ssl: z.boolean().default(false).meta({ title: 'Use SSL', extra: true }),
    verify_ssl: z.boolean().default(true).meta({ title: 'Verify SSL certificate', extra: true }),
    ssh_tunnel: sshTunnel(),
  }),
  target: ({ server, port, user, password, db, use_ssl, verify_ssl, ssh_tunnel }) => ({
    ...{ server, port, user, password, db, ssh_tunnel },
    encryption: verify_ssl ? 'verified' : use_ssl ? 'required' : 'preferred',
  }),
})
