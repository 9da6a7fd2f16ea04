import { currentForm, defineElasticsearchRunner } from '../elasticsearch-wire/define-runner.ts'

/** The SQL of Open Distro and of OpenSearch. */
export default defineElasticsearchRunner(
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
