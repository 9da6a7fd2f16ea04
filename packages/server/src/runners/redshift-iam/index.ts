import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { definePostgresRunner } from '../postgres-wire/define-runner.ts'
import { queueOf, redshift, redshiftFields, redshiftTarget } from '../postgres-wire/redshift.ts'
import { sshTunnel } from '../ssh/options.ts'

const { host, port, ...others } = redshiftFields

/** Amazon Redshift (https://aws.amazon.com/redshift) with temporary passwords, obtained with AWS keys. */
export default definePostgresRunner({
  type: 'redshift_iam',
  name: 'Redshift (with IAM User/Role)',
  gallery: { category: 'warehouse', aliases: ['aws', 'amazon', 'postgres'] },
  language: 'redshift',
  exploreDialect: 'redshift',
  guide: 'postgresql-speakers',
  moduleUrl: import.meta.url,
  config: z.object({
    rolename: keepsSecrets(z.string().optional().meta({ title: 'IAM Role Name' })),
    aws_region: z.string().trim().min(1).meta({ title: 'AWS Region' }),
    aws_access_key_id: keepsSecrets(z.string().optional().meta({ title: 'AWS Access Key ID' })),
    aws_secret_access_key: secret('AWS Secret Access Key').optional(),
    clusterid: keepsSecrets(z.string().optional().meta({ title: 'Redshift Cluster ID' })),
    host,
    port,
    user: keepsSecrets(z.string().trim().min(1)),
    ...others,
    ssh_tunnel: sshTunnel(),
  }),
  serverDialect: redshift,
  async connectionOptions(config, signal) {
    const { temporaryLogin } = await import('./credentials.ts')
    const request = {
      accessKey: config.aws_access_key_id,
      secretKey: config.aws_secret_access_key,
      region: config.aws_region,
      role: config.rolename ?? '',
      cluster: config.clusterid ?? '',
      user: config.user,
      database: config.dbname,
    }
    return redshiftTarget(config, await temporaryLogin(request, signal))
  },
  opening: queueOf,
})
