import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { pemFile, tcpPort } from '../sql/option-fields.ts'

const Tunnel = z.object({
  ssh_host: z
    .string()
    .trim()
    .min(1)
    .meta({ title: 'SSH Host', description: 'Connects through this server instead of straight. Empty for no tunnel.' }),
  ssh_port: tcpPort.default(22).meta({ title: 'SSH Port', description: 'Usually 22.' }),
  ssh_username: keepsSecrets(z.string().trim().min(1).meta({ title: 'SSH Username' })),
  ssh_password: secret('SSH Password').optional(),
  ssh_keyFile: pemFile('SSH Private Key', 'PRIVATE KEY').optional(),
  ssh_key_password: secret('Password of the SSH Private Key').optional(),
  /** Without it the server is refused, with an error message that shows its fingerprint. */
  ssh_fingerprint: z
    .string()
    .trim()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/, {
      error: () => i18n._('a fingerprint is written as SHA256:… with 43 letters, as ssh-keygen -l shows it.'),
    })
    .optional()
    .meta({
      title: 'Fingerprint of the SSH Host Key',
      description: 'Such as SHA256:…; Test Connection tells what the server shows.',
    }),
})

/** Options of an SSH tunnel. */
export type SshTunnel = z.output<typeof Tunnel>

/** The option `ssh_tunnel` of types that support tunnels. */
export const sshTunnel = () => Tunnel.optional().meta({ title: 'SSH Tunnel', extra: true })
