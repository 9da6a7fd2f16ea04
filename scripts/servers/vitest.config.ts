import { defineConfig } from 'vitest/config'

/** The tests of `npm run test:servers`, one file after the other: each starts a server that takes a core and a gigabyte. */
export default defineConfig({
  test: {
    name: 'servers',
    root: new URL('../..', import.meta.url).pathname,
    include: ['packages/server/src/**/*.server.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
})
