import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

const config = z.object({
  host: z.string().trim().min(1).default('127.0.0.1'),
  port: tcpPort.default(3050),
  user: keepsSecrets(z.string().trim().min(1)),
  password: secret(),
  database: keepsSecrets(
    z
      .string()
      .trim()
      .min(1)
      .meta({ title: 'Database', description: 'An alias of the server, or the path of the file as the server sees it.' }),
  ),
  role: keepsSecrets(
    z.string().trim().optional().meta({ extra: true, description: 'The role that is taken on. Usually empty.' }),
  ),
  ssh_tunnel: sshTunnel(),
})

/** Firebird (https://firebirdsql.org), from version 2.5. */
export default defineRunner({
  type: 'firebird',
  name: 'Firebird',
  gallery: { category: 'database', aliases: ['interbase'] },
  syntax: 'sql',
  dialect: 'firebird',
  language: 'firebird',
  textPassing: 'parameters_outside_lists',
  guide: 'firebird',
  moduleUrl: import.meta.url,
  config,
  run: async (text, context) => (await import('./run.ts')).run(text, context.config, context),
  stop: async ({ attachment }, { config, signal }) =>
    (await import('./connection.ts')).endAttachment(Number(attachment), config, signal),
  testConnection: async ({ config, signal }) => (await import('./schema.ts')).testConnection(config, signal),
  getSchema: async ({ config, signal }) => (await import('./schema.ts')).readSchema(config, signal),
})
