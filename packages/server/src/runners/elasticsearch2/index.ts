import { currentForm } from '../elasticsearch-wire/options.ts'
import { defineElasticsearch } from '../elasticsearch-wire/type.ts'

/** Elasticsearch and OpenSearch, asked in the language of their search API: JSON with the name of an index. */
export default defineElasticsearch(
  {
    type: 'elasticsearch2',
    name: 'Elasticsearch',
    syntax: 'json',
    language: 'elasticsearch',
    moduleUrl: import.meta.url,
    run: async (text, context) => (await import('../elasticsearch-wire/search.ts')).run(text, context),
  },
  currentForm,
)
