import type { PartialStrykerOptions } from '@stryker-mutator/api/core'

/** Code that is mutated: pure functions. Code that needs a driver, a server or a page is covered by slower tests. */
export const included = ['packages/domain/src/**/*.ts']
export const excluded = ['**/*.test.ts']

export default {
  mutate: [...included, ...excluded.map((pattern) => `!${pattern}`)],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts' },
  // Each mutant runs the tests that reach it, and no others.
  coverageAnalysis: 'perTest',
  // Mutants of what runs while a module loads (tables, constants) take a new start of all tests: a seventh of the mutants in domain,
  // and three quarters of the time. `STRYKER_STATIC=1` includes them.
  ignoreStatic: process.env.STRYKER_STATIC !== '1',
  // A run takes over what earlier runs found in files and tests that have not changed since.
  incremental: true,
  incrementalFile: 'node_modules/.cache/mutants/results.json',
  // Vitest finds no tests below node_modules.
  tempDirName: '.cache/mutants',
  // Stryker rewrites this file by an API that TypeScript 7 no longer has; the tests do not need it.
  ignorePatterns: ['tsconfig.json', '.cache', '.ci', 'bench', 'docs', 'e2e', 'fuzz'],
  reporters: ['clear-text', 'progress', 'html'],
  htmlReporter: { fileName: 'node_modules/.cache/mutants/report.html' },
  clearTextReporter: { logTests: false, reportTests: false },
  thresholds: { high: 95, low: 85, break: 85 },
  concurrency: 2,
} satisfies PartialStrykerOptions
