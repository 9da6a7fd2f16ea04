import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { createSwcExtractor } from '@lingui/native-tools'
import { languages } from '@sightline/contract/languages.ts'

/** The catalogue of texts: English is in the source, `locales/` has the other languages. */
export default defineConfig({
  rootDir: import.meta.dirname,
  sourceLocale: 'en',
  locales: languages.filter((language) => language !== 'en'),
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.*'] }],
  // Line numbers would change the catalogues with every edit.
  format: formatter({ lineNumbers: false }),
  extractors: [createSwcExtractor()],
  runtimeConfigModule: { i18n: ['#language/i18n', 'i18n'], Trans: ['#language/Trans', 'Trans'] },
})
