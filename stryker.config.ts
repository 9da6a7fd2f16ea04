import type { PartialStrykerOptions } from '@stryker-mutator/api/core'

const V = 'packages/web/src/visualizations'
const R = 'packages/server/src/runners'

/** Code that is mutated: pure functions. Code that needs a driver, a server or a page is covered by slower tests. */
export const included = [
  'packages/domain/src/**/*.ts',
  // Visualizations: what imports neither React nor the DOM nor a drawing library.
  `${V}/*/{prepare,options,arrangement,heat,row-text,shapes}.ts`,
  `${V}/{cell-label,draft,flow-data,html-text,ordering,palette,result-data}.ts`,
  `${V}/columns/stored-column.ts`,
  `${V}/chart/{clicked,colors,crosshair,describe,grouped,kinds,labels,legend,table-rows}.ts`,
  `${V}/chart/option/*.ts`,
  `${V}/echarts/{framed,tooltip}.ts`,
  // Runners: parsers, quoting, conversion of values, messages and positions of errors.
  `${R}/values/*.ts`,
  `${R}/http/{error-message,json-query,query-url,yaml-query}.ts`,
  `${R}/sql/{column-buffer,connection-messages,schema-tables,text-values}.ts`,
  `${R}/postgres-wire/{array-range-text,decoders,numeric,statements,text-decoders}.ts`,
  `${R}/mongodb/{query,values}.ts`,
  `${R}/{bigquery,snowflake}/values.ts`,
  `${R}/{clickhouse,trino-wire}/types.ts`,
  `${R}/{aws/signature,elasticsearch-wire/response-rows,graphql/document}.ts`,
  `${R}/{influxdbv2/annotated-csv,json/query,redis/commands,vertica/errors}.ts`,
  `${R}/{file-tables/table-names,file-tables/xlsx/dates,firebird/server-key}.ts`,
]
export const excluded = ['**/*.test.ts', 'packages/domain/src/testing/**']

export default {
  mutate: [...included, ...excluded.map((pattern) => `!${pattern}`)],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutants.config.ts' },
  // Each mutant runs the tests that reach it, and no others.
  coverageAnalysis: 'perTest',
  // Mutants of what runs while a module loads (tables, constants) take a new start of all tests: a seventh of the mutants in domain,
  // and three quarters of the time. `npm run mutants -- --static` includes them.
  ignoreStatic: true,
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
