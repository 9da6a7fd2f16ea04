import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'
import { sshTunnel } from '../ssh/options.ts'

export const ClickhouseOptions = z.object({
  url: z.string().trim().default('http://127.0.0.1:8123'),
  user: z.string().default('default'),
  password: secret().optional(),
  dbname: z.string().min(1).meta({ title: 'Database Name' }),
  /** Seconds that the server may be silent. */
  timeout: z.number().positive().default(30).meta({ title: 'Request Timeout', extra: true }),
  verify: z.boolean().default(true).meta({ title: 'Verify SSL certificate', extra: true }),
  ssh_tunnel: sshTunnel(),
})
export type ClickhouseOptions = z.output<typeof ClickhouseOptions>
