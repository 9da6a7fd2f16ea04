import type { z } from 'zod'
import { type AnyRunner, defineRunner, type ErrandContext, type RunContext, type Runner, type RunnerResult } from '../runner.ts'
import type { ElasticsearchForm, ElasticsearchServer } from './options.ts'

/** What sets a type apart from the others that ask Elasticsearch. */
interface Language extends Pick<Runner, 'type' | 'name' | 'syntax' | 'home' | 'isDeprecated'> {
  run(text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult>
}

/** A type of source that asks Elasticsearch in one of its languages, and describes the server in one of its forms. */
export function defineElasticsearch<Schema extends z.ZodObject>(
  { run, ...language }: Language,
  { config, serverOf }: ElasticsearchForm<Schema>,
): AnyRunner {
  const atServer = async <Context extends ErrandContext<z.output<Schema>>>(context: Context) => ({
    ...context,
    config: await serverOf(context.config),
  })
  return defineRunner<Schema>({
    ...language,
    dialect: '',
    config,
    annotates: false,
    supportsAutoLimit: false,
    embedded: false,
    run: async (text, context) => run(text, await atServer(context)),
    stop: async (session, context) => (await import('./server.ts')).stop(session, await atServer(context)),
    testConnection: async (context) => (await import('./server.ts')).testConnection(await atServer(context)),
    getSchema: async (context) => (await import('./server.ts')).readSchema(await atServer(context)),
  })
}
