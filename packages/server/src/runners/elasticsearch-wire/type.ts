import { type AnyRunner, defineRunner, type Runner } from '../runner.ts'
import { ElasticsearchOptions } from './options.ts'

/** A type of source that asks Elasticsearch in one of its languages: all but the language is the same. */
export function defineElasticsearch(
  language: Pick<Runner<typeof ElasticsearchOptions>, 'type' | 'name' | 'syntax' | 'home' | 'run'>,
): AnyRunner {
  return defineRunner<typeof ElasticsearchOptions>({
    ...language,
    dialect: '',
    config: ElasticsearchOptions,
    annotates: false,
    supportsAutoLimit: false,
    embedded: false,
    stop: async (session, context) => (await import('./server.ts')).stop(session, context),
    testConnection: async (context) => (await import('./server.ts')).testConnection(context),
    getSchema: async (context) => (await import('./server.ts')).readSchema(context),
  })
}
