import { defineElasticsearchRunner, legacyForm } from '../elasticsearch-wire/define-runner.ts'

/** The oldest type of Elasticsearch, kept for existing sources: it types and names columns in its own way. */
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
