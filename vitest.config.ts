import { defineConfig } from 'vitest/config'

// Three kinds of tests, told apart by name: `x.test.ts` pure logic; `x.api.test.ts` the real server, on the embedded database
// and on PostgreSQL; `x.service.test.ts` connectors against real database servers.
export default defineConfig({
  test: {
    // One for each of two cores: the tests wait for databases and processes a third of the time.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.api.test.ts', '**/*.service.test.ts', '**/node_modules/**'],
          pool: 'forks',
          // What a file imports stays for the next one: reading the same modules for each takes longer than all these tests.
          isolate: false,
          // Properties are tried a hundred times over, on machines that have other things to do.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api-pglite',
          include: ['packages/server/src/**/*.api.test.ts'],
          env: { SIGHTLINE_TEST_DATABASE: 'pglite' },
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api-postgres',
          include: ['packages/server/src/**/*.api.test.ts'],
          env: { SIGHTLINE_TEST_DATABASE: 'postgres' },
          globalSetup: ['packages/server/src/testing/postgres-global.ts'],
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'service',
          include: ['packages/server/src/**/*.service.test.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
