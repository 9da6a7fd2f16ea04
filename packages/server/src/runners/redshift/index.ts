import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { definePostgresRunner } from '../postgres-wire/define-runner.ts'
import { queueOf, redshift, redshiftFields, redshiftTarget } from '../postgres-wire/redshift.ts'
import { sessionTimeZone } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

const { host, port, ...others } = redshiftFields

/** Amazon Redshift (https://aws.amazon.com/redshift) with user and password. */
export default definePostgresRunner({
  type: 'redshift',
  name: 'Redshift',
  gallery: { category: 'warehouse', aliases: ['aws', 'amazon', 'postgres'], isPopular: true },
  language: 'redshift',
  exploreDialect: 'redshift',
  guide: 'postgresql-speakers',
  moduleUrl: import.meta.url,
  config: z.object({
    host,
    port,
    user: keepsSecrets(z.string().trim().min(1)),
    password: secret(),
    ...others,
    session_time_zone: sessionTimeZone(),
    ssh_tunnel: sshTunnel(),
  }),
  serverDialect: redshift,
  connectionOptions: (config) => redshiftTarget(config, { user: config.user, password: config.password }),
  opening: queueOf,
})
