import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineMysqlRunner, mysql } from '../mysql-wire/define-runner.ts'
import { MysqlOptions } from '../mysql-wire/options.ts'
import { tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

/** SingleStore (https://www.singlestore.com), which was called MemSQL. */
export default defineMysqlRunner({
  type: 'memsql',
  name: 'MemSQL',
  gallery: { category: 'database', aliases: ['singlestore', 'mysql'] },
  dialect: 'mysql',
  guide: 'mysql-speakers',
  moduleUrl: import.meta.url,
  config: z.object({
    host: z.string().trim().min(1),
    port: tcpPort,
    user: keepsSecrets(z.string().optional()),
    password: secret().optional(),
    ssh_tunnel: sshTunnel(),
  }),
  annotates: false,
  serverDialect: { ...mysql, name: 'memsql', ownSchemas: [...mysql.ownSchemas, 'memsql', 'cluster'] },
  connectionOptions: ({ password, ...config }) => ({
    ...MysqlOptions.omit({ db: true }).parse(config),
    passwd: password,
    autocommit: true,
  }),
})
