import { z } from 'zod'
import { choice, keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const MongodbOptions = z.object({
  connectionString: z.string().trim().min(1).meta({ title: 'Connection String' }),
  username: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  dbName: keepsSecrets(z.string().trim().min(1).meta({ title: 'Database Name' })),
  replicaSetName: z.string().optional().meta({ title: 'Replica Set Name' }),
  readPreference: keepsSecrets(
    choice({
      primaryPreferred: 'Primary Preferred',
      primary: 'Primary',
      secondary: 'Secondary',
      secondaryPreferred: 'Secondary Preferred',
      nearest: 'Nearest',
    })
      .optional()
      .meta({ title: 'Replica Set Read Preference' }),
  ),
  flatten: keepsSecrets(choice({ False: 'False', True: 'True' }).optional().meta({ title: 'Flatten Results' })),
})
export type MongodbOptions = z.output<typeof MongodbOptions>

/** MongoDB (https://www.mongodb.com/docs): a query is JSON that names a collection and what to find in it. */
export default defineRunner({
  type: 'mongodb',
  name: 'MongoDB',
  gallery: { category: 'database', aliases: ['mongo', 'nosql'], isPopular: true },
  syntax: 'json',
  dialect: '',
  language: 'mongodb',
  guide: 'mongodb',
  moduleUrl: import.meta.url,
  config: MongodbOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./server.ts')).stop(session, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
