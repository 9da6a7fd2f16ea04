import type { z } from 'zod'
import { type AnyRunner, defineRunner, type RunContext, type Runner, type RunnerResult, type SourceContext } from '../runner.ts'
import type { ElasticsearchForm, ElasticsearchServer } from './options.ts'

/** What sets a type apart from the others that ask Elasticsearch. */
interface Definition extends Pick<Runner, 'type' | 'name' | 'syntax' | 'language' | 'moduleUrl' | 'isDeprecated'> {
  run(text: string, context: RunContext<ElasticsearchServer>): Promise<RunnerResult>
}

/** A type of source that asks Elasticsearch in one of its languages, and describes the server in one of its forms. */
export function defineElasticsearch<Schema extends z.ZodObject>(
  { run, ...definition }: Definition,
  { config, serverOf }: ElasticsearchForm<Schema>,
): AnyRunner {
  const atServer = async <Context extends SourceContext<z.output<Schema>>>(context: Context) => ({
    ...context,
    config: await serverOf(context.config),
  })
  return defineRunner<Schema>({
    ...definition,
    dialect: '',
    guide: 'elasticsearch',
    config,
    annotates: false,
    supportsAutoLimit: false,
    run: async (text, context) => run(text, await atServer(context)),
    stop: async (session, context) => (await import('./server.ts')).stop(session, await atServer(context)),
    testConnection: async (context) => (await import('./server.ts')).testConnection(await atServer(context)),
    getSchema: async (context) => (await import('./server.ts')).readSchema(await atServer(context)),
  })
}
