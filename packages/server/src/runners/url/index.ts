import { defineAddressed } from '../http/addressed-type.ts'

/**
 * The answer of an address that is a result document already, for sources that have this type still. The text of a query is the
 * address.
 */
export default defineAddressed(
  {
    type: 'url',
    name: 'Url',
    syntax: 'sql',
    dialect: 'address',
    home: import.meta.url,
    isDeprecated: true,
    run: async (text, context) => (await import('./run.ts')).run(text, context),
  },
  { field: 'url', title: 'URL base path' },
)
