import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { mysql } from '../mysql-wire/flavour.ts'
import { MysqlOptions } from '../mysql-wire/options.ts'
import { defineMysqlSpeaker } from '../mysql-wire/speaker.ts'
import { tcpPort } from '../sql/tcp-port.ts'
import { sshTunnel } from '../ssh/options.ts'

/** MySQL, MariaDB and Aurora of Amazon RDS (https://aws.amazon.com/rds). */
export default defineMysqlSpeaker({
  type: 'rds_mysql',
  name: 'MySQL (Amazon RDS)',
  dialect: 'mysql',
  guide: 'mysql-speakers',
  moduleUrl: import.meta.url,
  config: z.object({
    host: z.string().trim().min(1),
    port: tcpPort.default(3306),
    user: keepsSecrets(z.string().trim().min(1)),
    passwd: secret('Password'),
    db: keepsSecrets(z.string().trim().min(1).meta({ title: 'Database name' })),
    use_ssl: z.boolean().optional().meta({ title: 'Use SSL' }),
    /** Kept for what other clients have stored: texts are always asked for in UTF-8. */
    charset: keepsSecrets(z.string().default('utf8mb4')),
    ssh_tunnel: sshTunnel(),
  }),
  flavour: mysql,
  target: ({ use_ssl, ...config }) => MysqlOptions.parse({ ...config, ssl_mode: use_ssl ? 'required' : 'preferred' }),
})
