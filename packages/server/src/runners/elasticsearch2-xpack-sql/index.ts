import { currentForm } from '../elasticsearch-wire/options.ts'
import { defineElasticsearch } from '../elasticsearch-wire/type.ts'

/** The SQL of Elasticsearch itself. */
export default defineElasticsearch(
  {
    type: 'elasticsearch2_XPackSQLElasticSearch',
    name: 'X-Pack SQL Elasticsearch',
    syntax: 'sql',
    language: 'elasticsearch-sql',
    moduleUrl: import.meta.url,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
  },
  currentForm,
)
