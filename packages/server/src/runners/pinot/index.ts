import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { sshTunnel } from '../ssh/options.ts'

export const PinotOptions = z.object({
  brokerScheme: z.string().default('http'),
  brokerHost: z.string().min(1).meta({ default: '' }),
  brokerPort: z.number().int().default(8099),
  controllerURI: z.string().trim().min(1).meta({ default: '' }),
  username: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  ssh_tunnel: sshTunnel(),
})
export type PinotOptions = z.output<typeof PinotOptions>

/** Apache Pinot (https://pinot.apache.org): queries go to its broker; its controller lists the tables. */
export default defineRunner({
  type: 'pinot',
  name: 'Pinot',
  syntax: 'sql',
  dialect: '',
  language: 'calcite',
  guide: 'pinot',
  moduleUrl: import.meta.url,
  config: PinotOptions,
  supportsAutoLimit: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./run.ts')).stop(session, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
