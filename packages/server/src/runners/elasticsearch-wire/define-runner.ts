import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type AnyRunner, defineRunner, type RunContext, type Runner, type RunnerResult, type SourceContext } from '../runner.ts'
import { type ElasticsearchServer, readSchema, stop, testConnection } from './server.ts'

/** The differences between the types that use Elasticsearch. */
interface Definition
  extends Pick<Runner, 'type' | 'name' | 'gallery' | 'syntax' | 'language' | 'textPassing' | 'moduleUrl' | 'isDeprecated'> {
  run(text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult>
}

/** Defines a type that queries Elasticsearch in one of its languages, and describes the server in one of its forms. */
export function defineElasticsearchRunner<Schema extends z.ZodObject>(
  { run, ...definition }: Definition,
  { config, serverOf }: ElasticsearchForm<Schema>,
): AnyRunner {
  const atServer = <Context extends SourceContext<z.output<Schema>>>(context: Context) => ({
    ...context,
    config: serverOf(context.config),
  })
  return defineRunner<Schema>({
    ...definition,
    dialect: '',
    guide: 'elasticsearch',
    config,
    annotates: false,
    supportsAutoLimit: false,
    run: async (text, context) => run(text, atServer(context)),
    stop: async (session, context) => stop(session, atServer(context)),
    testConnection: async (context) => testConnection(atServer(context)),
    getSchema: async (context) => readSchema(atServer(context)),
  })
}

/** A form, and how it describes the server. */
interface ElasticsearchForm<Schema extends z.ZodObject> {
  config: Schema
  serverOf(config: z.output<Schema>): ElasticsearchServer
}

const ElasticsearchOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'URL base path' }),
  username: keepsSecrets(z.string().optional().meta({ title: 'HTTP Basic Auth Username' })),
  password: secret('HTTP Basic Auth Password').optional(),
})

/** The form of the current types of Elasticsearch. */
export const currentForm: ElasticsearchForm<typeof ElasticsearchOptions> = {
  config: ElasticsearchOptions,
  serverOf: (config) => config,
}

const LegacyOptions = z.object({
  server: z.string().trim().min(1).meta({ title: 'Base URL' }),
  basic_auth_user: keepsSecrets(z.string().optional().meta({ title: 'Basic Auth User' })),
  basic_auth_password: secret('Basic Auth Password').optional(),
})

/** The form of the older types. */
export const legacyForm: ElasticsearchForm<typeof LegacyOptions> = {
  config: LegacyOptions,
  serverOf: ({ server: url, basic_auth_user: username, basic_auth_password: password }) => ({ url, username, password }),
}
