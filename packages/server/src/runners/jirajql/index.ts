import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const JiraOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'JIRA URL' }),
  username: keepsSecrets(z.string().min(1).meta({ title: 'Username' })),
  password: secret('API Token').min(1).meta({ title: 'API Token', secret: true }),
})
export type JiraOptions = z.output<typeof JiraOptions>

/** Jira (https://developer.atlassian.com). A query is JSON that contains JQL. */
export default defineRunner({
  type: 'jirajql',
  name: 'JIRA (JQL)',
  syntax: 'json',
  dialect: '',
  language: 'jql',
  guide: 'jira',
  moduleUrl: import.meta.url,
  config: JiraOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
