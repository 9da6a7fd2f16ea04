import { defineElasticsearchRunner, legacyForm } from '../elasticsearch-wire/define-runner.ts'

/** Elasticsearch asked as the search field of Kibana once did, for sources that have it still: in the syntax of Lucene. */
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
