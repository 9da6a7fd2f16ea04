import { defineUrlRunner } from '../http/url-runner.ts'

/** A URL that returns a Redash result document, for existing sources of this type. The query text is the URL. */
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
