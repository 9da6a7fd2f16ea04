import { legacyForm } from '../elasticsearch-wire/options.ts'
import { defineElasticsearch } from '../elasticsearch-wire/type.ts'

/** Elasticsearch asked as the search field of Kibana once did, for sources that have it still: in the syntax of Lucene. */
export default defineElasticsearch(
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
