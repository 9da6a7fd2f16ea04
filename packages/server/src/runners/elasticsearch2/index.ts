import { currentForm, defineElasticsearchRunner } from '../elasticsearch-wire/define-runner.ts'
import { run } from '../elasticsearch-wire/search.ts'

/** Elasticsearch and OpenSearch. A query is JSON for the search API, with the name of an index. */
export default defineElasticsearchRunner(
  {
    type: 'elasticsearch2',
    name: 'Elasticsearch',
    gallery: { category: 'search', aliases: ['elastic', 'elk'] },
    syntax: 'json',
    language: 'elasticsearch',
    moduleUrl: import.meta.url,
    run,
  },
  currentForm,
)
