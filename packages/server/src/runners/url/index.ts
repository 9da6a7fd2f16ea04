import { defineUrlRunner } from '../http/url-runner.ts'

/**
 * The answer of an address that is a result document already, for sources that have this type still. The text of a query is the
 * address.
 */
export default defineUrlRunner(
  {
    type: 'url',
    name: 'Url',
    syntax: 'sql',
    dialect: 'address',
    language: 'url',
    guide: 'url',
    moduleUrl: import.meta.url,
    isDeprecated: true,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
  },
  { field: 'url', title: 'URL base path' },
)
