import { currentForm, defineElasticsearchRunner } from '../elasticsearch-wire/define-runner.ts'

/** Elasticsearch's own SQL. */
export default defineElasticsearchRunner(
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
