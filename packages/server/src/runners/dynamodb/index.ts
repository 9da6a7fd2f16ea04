import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const DynamodbOptions = z.object({
  region: z.string().trim().min(1).default('us-east-1').meta({ title: 'AWS Region' }),
  access_key: keepsSecrets(z.string().trim().min(1).meta({ title: 'Access Key' })),
  secret_key: secret('Secret Key').min(1).meta({ title: 'Secret Key', secret: true }),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint (VPC)', extra: true }),
})
export type DynamodbOptions = z.output<typeof DynamodbOptions>

/** Amazon DynamoDB (https://docs.aws.amazon.com/amazondynamodb), asked in PartiQL. */
export default defineRunner({
  type: 'dynamodb',
  name: 'Amazon DynamoDB',
  syntax: 'sql',
  dialect: 'partiql',
  language: 'partiql',
  guide: 'dynamodb',
  moduleUrl: import.meta.url,
  config: DynamodbOptions,
  annotates: false,
  supportsAutoLimit: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
