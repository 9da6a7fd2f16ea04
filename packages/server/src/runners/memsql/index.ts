import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { mysql } from '../mysql-wire/flavour.ts'
import { MysqlOptions } from '../mysql-wire/options.ts'
import { defineMysqlSpeaker } from '../mysql-wire/speaker.ts'
import { tcpPort } from '../sql/tcp-port.ts'
import { sshTunnel } from '../ssh/options.ts'

/** SingleStore (https://www.singlestore.com), which was called MemSQL. */
export default defineMysqlSpeaker({
  type: 'memsql',
  name: 'MemSQL',
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
  flavour: { ...mysql, name: 'memsql', ownSchemas: [...mysql.ownSchemas, 'memsql', 'cluster'] },
  target: ({ password, ...config }) => ({
    ...MysqlOptions.omit({ db: true }).parse(config),
    passwd: password,
    autocommit: true,
  }),
})
