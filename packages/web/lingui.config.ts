import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { languages } from '@sightline/contract/languages.ts'
import { errorExtractor, textExtractor } from './text-extractor.ts'

/** The catalogue of texts: English is in the source, `locales/` has the other languages. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: languages.filter((language) => language !== 'en'),
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['src', '../contract/src', '../domain/src', '../server/src'].map((folder) => `<rootDir>/${folder}`),
      exclude: ['**/*.test.*'],
    },
  ],
  // Line numbers would change the catalogues with every edit.
  format: formatter({ lineNumbers: false }),
  extractors: [errorExtractor, textExtractor],
  runtimeConfigModule: { i18n: ['#language/i18n', 'i18n'], Trans: ['#language/Trans', 'Trans'] },
})
