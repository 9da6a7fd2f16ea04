import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { sshTunnel } from '../ssh/options.ts'

export const DrillOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'Drill URL' }),
  username: keepsSecrets(z.string().optional().meta({ title: 'Username' })),
  password: secret('Password').optional(),
  allowed_schemas: keepsSecrets(
    z.string().optional().meta({ title: 'List of schemas to use in schema browser (comma separated)' }),
  ),
  ssh_tunnel: sshTunnel(),
})
