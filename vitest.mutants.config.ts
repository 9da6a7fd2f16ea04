import { defineConfig } from 'vitest/config'

// The tests that `npm run mutants` runs on each mutant: pure logic, without servers.
export default defineConfig({
  test: {
    include: ['packages/domain/src/**/*.test.ts'],
    isolate: false,
  },
})
