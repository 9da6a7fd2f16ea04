import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'
import { defineTdsRunner } from '../tds/define-runner.ts'

/** SQL Server and Azure SQL (https://learn.microsoft.com/sql). The connection uses TLS if the server supports it. */
export default defineTdsRunner({
  type: 'mssql',
  name: 'Microsoft SQL Server',
  gallery: { category: 'database', aliases: ['mssql', 'sqlserver', 'azure sql', 'tsql'], isPopular: true },
  moduleUrl: import.meta.url,
  config: z.object({
    user: keepsSecrets(z.string().optional()),
    password: secret().optional(),
    server: z.string().default('127.0.0.1'),
    port: tcpPort.default(1433),
    /** This and the next are not used: the driver negotiates both. They stay because other clients have stored them. */
    tds_version: z.string().default('7.0').meta({ title: 'TDS Version' }),
    charset: keepsSecrets(z.string().default('UTF-8').meta({ title: 'Character Set' })),
    db: keepsSecrets(z.string().trim().min(1).meta({ title: 'Database Name' })),
    ssh_tunnel: sshTunnel(),
  }),
  connectionOptions: ({ server, port, user = '', password = '', db, ssh_tunnel }) => ({
    ...{ server, port, user, password, db, ssh_tunnel },
    encryption: 'preferred',
  }),
})
