import { defineConfig } from 'vitest/config'

// The tests that `npm run mutants` runs on each mutant: pure logic, and runners against servers inside of the test.
export default defineConfig({
  test: {
    include: [
      'packages/domain/src/**/*.test.ts',
      'packages/web/src/visualizations/**/*.test.ts',
      'packages/server/src/runners/**/*.test.ts',
    ],
    exclude: ['**/*.{api,service}.test.ts', '**/conformance.test.ts', '**/node_modules/**'],
    isolate: false,
    testTimeout: 30_000,
  },
})
