import { defineUrlRunner, unverified } from '../http/url-runner.ts'

/** URLs that return JSON. A query is YAML with the URL, the path of the rows in the response, and how to get the next page. */
export default defineUrlRunner(
  {
    type: 'json',
    name: 'JSON',
    syntax: 'yaml',
    dialect: '',
    language: 'yaml',
    guide: 'url',
    moduleUrl: import.meta.url,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
  },
  { field: 'base_url', title: 'Base URL' },
  unverified,
)
