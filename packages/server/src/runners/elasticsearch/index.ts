import { defineElasticsearchRunner, legacyForm } from '../elasticsearch-wire/define-runner.ts'

/** The first type of Elasticsearch, for sources that have it still: columns are typed and named in a way of their own. */
export default defineElasticsearchRunner(
  {
    type: 'elasticsearch',
    name: 'Elasticsearch',
    syntax: 'json',
    language: 'elasticsearch',
    moduleUrl: import.meta.url,
    isDeprecated: true,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
  },
  legacyForm,
)
