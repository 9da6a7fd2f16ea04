import { defineConfig } from 'vitest/config'
import type { InlineConfig } from 'vitest/node'
import { texts } from './packages/web/texts.ts'

const ALL = {
  pool: 'forks',
  // An awaited event comes at once or never; only a busy machine needs longer.
  expect: { poll: { timeout: 60_000 } },
  // For the same reason: a busy machine may give a test a tenth of its processors.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Not Intl: a formatter that is made and kept meanwhile would write the fake time in place of 1970 for good, also in the next file.
  fakeTimers: {
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'setImmediate',
      'clearImmediate',
      'Date',
      'performance',
    ],
  },
} satisfies InlineConfig

/** Modules stay loaded for the next file: reading and compiling them again for each file takes a third of the time. */
const SHARED = { ...ALL, isolate: false } as const

// Three kinds of tests, told apart by name: `x.test.ts` pure logic; `x.api.test.ts` the real server, on the embedded database
// and on PostgreSQL; `x.service.test.ts` connectors and sign-in against real servers, and what replaces modules.
export default defineConfig({
  test: {
    // Four for two cores: a file of tests keeps half of one busy, as it waits for databases and processes.
    maxWorkers: 4,
    projects: [
      {
        plugins: [texts()],
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.{ts,tsx}', '{scripts,bench,faults}/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', '**/*.service.test.ts', '**/*.server.test.ts', '**/node_modules/**'],
          ...SHARED,
        },
      },
      {
        test: {
          name: 'api-pglite',
          include: ['packages/server/src/**/*.api.test.ts'],
          // 1,800 calls ask who may use which route, and that does not depend on the database.
          exclude: ['packages/server/src/access.api.test.ts'],
          env: { SIGHTLINE_TEST_DATABASE: 'pglite' },
          ...SHARED,
        },
      },
      {
        test: {
          name: 'api-postgres',
          include: ['packages/server/src/**/*.api.test.ts'],
          env: { SIGHTLINE_TEST_DATABASE: 'postgres' },
          globalSetup: ['packages/server/src/testing/postgres-global.ts'],
          ...SHARED,
        },
      },
      {
        test: {
          name: 'service',
          include: ['packages/server/src/**/*.service.test.ts', 'fuzz/*.service.test.ts'],
          ...ALL,
        },
      },
    ],
  },
})
