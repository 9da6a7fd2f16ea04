import { defineAddressed, unverified } from '../http/addressed-type.ts'

/** Addresses that answer JSON. A query is YAML that says which, where in the answer the rows are, and how to get the next page. */
export default defineAddressed(
  {
    type: 'json',
    name: 'JSON',
    syntax: 'yaml',
    dialect: '',
    home: import.meta.url,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
  },
  { field: 'base_url', title: 'Base URL' },
  unverified,
)
