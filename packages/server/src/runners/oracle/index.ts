import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { sessionTimeZone, tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

const HOST_TITLE = 'Host: To use a DSN Service Name instead, use the text string _useservicename in the host name field.'

/** Oracle Database (https://docs.oracle.com/en/database), from version 12.1. */
export default defineRunner({
  type: 'oracle',
  name: 'Oracle',
  gallery: { category: 'database', aliases: ['plsql'] },
  syntax: 'sql',
  dialect: 'oracle',
  language: 'oracle',
  textPassing: 'parameters_outside_lists',
  exploreDialect: 'oracle',
  guide: 'oracle',
  moduleUrl: import.meta.url,
  config: z.object({
    user: keepsSecrets(z.string().trim().min(1)),
    password: secret(),
    host: z.string().trim().min(1).meta({ title: HOST_TITLE }),
    port: tcpPort,
    servicename: z.string().trim().min(1).meta({ title: 'DSN Service Name' }),
    /** Not used: text is always transferred as UTF-8. The field stays because other clients have stored it. */
    encoding: keepsSecrets(z.string().optional().meta({ extra: true })),
    session_time_zone: sessionTimeZone(),
    ssh_tunnel: sshTunnel(),
  }),
  annotates: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context.config, context),
  testConnection: async ({ config, signal }) => (await import('./run.ts')).testConnection(config, signal),
  getSchema: async ({ config, signal }) => (await import('./run.ts')).readSchema(config, signal),
})
