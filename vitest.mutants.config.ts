import { defineConfig } from 'vitest/config'
import { texts } from './packages/web/texts.ts'

const R = 'packages/server/src/runners'

// The tests that `npm run mutants` runs on each mutant. Of runners, those that import what they test by name: a test of a whole
// runner loads it on first use, so that what runs while a module loads would be taken for a part of the test that comes first.
export default defineConfig({
  plugins: [texts()],
  test: {
    include: [
      'packages/domain/src/**/*.test.ts',
      'packages/web/src/visualizations/**/*.test.ts',
      `${R}/{values,sql}/*.test.ts`,
      `${R}/http/{error-message,json-query,query-url,yaml-query}.test.ts`,
      `${R}/*/{annotated-csv,commands,decoders,document,errors,query,response-rows}.test.ts`,
      `${R}/*/{server-key,signature,statements,table-names,types,values}.test.ts`,
      `${R}/file-tables/xlsx/*.test.ts`,
    ],
    exclude: ['**/*.{api,service}.test.ts', '**/registry.test.ts', '**/node_modules/**'],
    isolate: false,
    // Instrumented code is slower, and tests of long inputs come close to the default.
    testTimeout: 60_000,
  },
})
