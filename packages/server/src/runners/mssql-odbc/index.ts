import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'
import { defineTdsRunner } from '../tds/define-runner.ts'

/**
 * SQL Server with a choice of encryption. It is accessed without ODBC; the type exists so that stored sources of Redash keep
 * working.
 */
export default defineTdsRunner({
  type: 'mssql_odbc',
  name: 'Microsoft SQL Server (ODBC)',
  gallery: { category: 'database', aliases: ['sqlserver', 'azure sql', 'tsql'] },
  moduleUrl: import.meta.url,
  config: z.object({
    server: z.string().trim().min(1),
    port: tcpPort.default(1433),
    user: keepsSecrets(z.string().trim().min(1)),
    password: secret(),
    db: keepsSecrets(z.string().trim().min(1).meta({ title: 'Database Name' })),
    /** Not used. The field stays because other clients have stored it. */
    charset: keepsSecrets(z.string().default('UTF-8').meta({ title: 'Character Set' })),
    use_ssl: z.boolean().default(false).meta({ title: 'Use SSL', extra: true }),
    verify_ssl: z.boolean().default(true).meta({ title: 'Verify SSL certificate', extra: true }),
    ssh_tunnel: sshTunnel(),
  }),
  connectionOptions: ({ server, port, user, password, db, use_ssl, verify_ssl, ssh_tunnel }) => ({
    ...{ server, port, user, password, db, ssh_tunnel },
    encryption: verify_ssl ? 'verified' : use_ssl ? 'required' : 'preferred',
  }),
})
