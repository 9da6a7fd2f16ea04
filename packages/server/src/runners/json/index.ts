import { defineUrlRunner, unverified } from '../http/url-runner.ts'

/** Addresses that answer JSON. A query is YAML that says which, where in the answer the rows are, and how to get the next page. */
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
