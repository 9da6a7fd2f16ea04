import { currentForm } from '../elasticsearch-wire/options.ts'
import { defineElasticsearch } from '../elasticsearch-wire/type.ts'

/** The SQL of Open Distro and of OpenSearch. */
export default defineElasticsearch(
  {
    type: 'elasticsearch2_OpenDistroSQLElasticSearch',
    name: 'Open Distro SQL Elasticsearch',
    syntax: 'sql',
    language: 'opensearch-sql',
    moduleUrl: import.meta.url,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
  },
  currentForm,
)
