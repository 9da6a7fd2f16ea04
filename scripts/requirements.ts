// Prints, per area, how many requirements of docs/requirements.md are shown by a test of every kind that they name: a journey
// in e2e/ (ui), a test over HTTP (api), any other test (unit). `npm run requirements -- --missing SHELL` also names those that
// lack one. It fails while one lacks a kind, if a title cites an ID that is not in the list, and if product code exports
// what only tests use: a requirement is shown by what runs.
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { areaOf, coverageOf, readRequirements, type SourceFile } from './requirements-coverage.ts'
import { testOnlyExports } from './test-only-exports.ts'

/** Exports that only tests use, each with the reason why it is exported all the same. */
const FOR_TESTS: Record<string, string> = {
  'packages/web/src/language/Trans.tsx: Trans': 'The macro of the same name imports it when the web app is built.',
  'packages/domain/src/query-text/languages.ts: languages':
    'Tests go through all types with it, and compare it with the types of data sources; the product asks for one at a time.',
}

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)
/**
 * Modules that only tests and the gallery use: fixtures, fake servers, the cases that all types of data sources pass, and the
 * samples of visualizations, which the gallery finds by a glob.
 */
const isTestSupport = (path: string) =>
  /\/(testing|conformance)(\/|\.ts$)|\/visualizations\/([^/]+\/)?(further-|new-chart-)?samples\.ts$/.test(path)

const files = (patterns: string[]): SourceFile[] =>
  globSync(patterns, { exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) }).map((path) => ({
    path,
    source: readFileSync(path, 'utf8'),
  }))

const { values } = parseArgs({ options: { missing: { type: 'string' } } })

const requirements = readRequirements(readFileSync('docs/requirements.md', 'utf8'))
const sources = files(['packages/*/src/**/*.{ts,tsx}', 'packages/*/*.ts', 'scripts/**/*.ts'])
const tests = [...sources, ...files(['{e2e,fuzz,bench,faults}/**/*.ts'])].filter(({ path }) => isTest(path))
const { lacking, unknown } = coverageOf(
  requirements,
  // Tests of these scripts cite requirements as examples.
  tests.filter(({ path }) => !/^scripts\/[^/]+$/.test(path)),
)

const problems: string[] = []
for (const [area, rows] of Map.groupBy(requirements, ({ id }) => areaOf(id))) {
  const incomplete = rows.filter(({ id }) => lacking.has(id))
  console.log(`${area.padEnd(9)} ${String(rows.length - incomplete.length).padStart(4)} of ${String(rows.length).padStart(4)}`)
  if (area === values.missing)
    console.log(incomplete.map(({ id }) => `  ${id} lacks ${lacking.get(id)?.join(', ')}`).join('\n') || '  lacks nothing')
}
console.log(
  `requirements shown by a test of each kind they name: ${requirements.length - lacking.size} of ${requirements.length}`,
)

if (lacking.size > 0) problems.push(`not shown by each kind they name: ${[...lacking.keys()].join(' ')}`)
if (unknown.length > 0) problems.push(`cited, but not in the list: ${unknown.join(' ')}`)

const found = testOnlyExports(sources.filter(({ path }) => !isTest(path) && !isTestSupport(path)))
const unexpected = found.filter((name) => !(name in FOR_TESTS))
if (unexpected.length > 0) problems.push(`exported, but used by tests only:\n  ${unexpected.join('\n  ')}`)
const outdated = Object.keys(FOR_TESTS).filter((name) => !found.includes(name))
if (outdated.length > 0) problems.push(`no longer used by tests only: ${outdated.join(', ')}`)

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
