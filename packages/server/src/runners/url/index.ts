import { defineAddressed } from '../http/addressed-type.ts'

/** A URL that returns a Redash result document, for existing sources of this type. The query text is the URL. */
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
