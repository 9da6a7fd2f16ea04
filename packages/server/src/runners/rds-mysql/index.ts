import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineMysqlRunner, mysql } from '../mysql-wire/define-runner.ts'
import { MysqlOptions } from '../mysql-wire/options.ts'
import { tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

/** MySQL, MariaDB and Aurora on Amazon RDS (https://aws.amazon.com/rds). */
export default defineMysqlRunner({
  type: 'rds_mysql',
  name: 'MySQL (Amazon RDS)',
  gallery: { category: 'database', aliases: ['aws', 'aurora'] },
  dialect: 'mysql',
  exploreDialect: 'mysql',
  guide: 'mysql-speakers',
  moduleUrl: import.meta.url,
  config: z.object({
    host: z.string().trim().min(1),
    port: tcpPort.default(3306),
    user: keepsSecrets(z.string().trim().min(1)),
    passwd: secret('Password'),
    db: keepsSecrets(z.string().trim().min(1).meta({ title: 'Database name' })),
    use_ssl: z.boolean().optional().meta({ title: 'Use SSL' }),
    /** Not used: text is always transferred as UTF-8. The field stays because other clients have stored it. */
    charset: keepsSecrets(z.string().default('utf8mb4')),
    ssh_tunnel: sshTunnel(),
  }),
  annotates: true,
  serverDialect: mysql,
  connectionOptions: ({ use_ssl, ...config }) =>
    MysqlOptions.parse({ ...config, ssl_mode: use_ssl ? 'required' : 'preferred' }),
})
