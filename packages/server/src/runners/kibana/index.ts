import { defineElasticsearchRunner, legacyForm } from '../elasticsearch-wire/define-runner.ts'

/** Elasticsearch with queries in the Lucene syntax, like Kibana's old search field. Kept for existing sources. */
export default defineElasticsearchRunner(
  {
    type: 'kibana',
    name: 'Kibana',
    syntax: 'json',
    language: 'lucene',
    moduleUrl: import.meta.url,
    isDeprecated: true,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
  },
  legacyForm,
)
