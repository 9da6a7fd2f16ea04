import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureSystemPackages } from './system-packages.ts'
import { type Outcome, ofPlaywright, ofVitest } from './test-reports.ts'

const reports = mkdtempSync(join(tmpdir(), 'sightline-test-'))
// All temporary files of the tests are removed with this folder. Database servers, which run as their own users, write to it too.
chmodSync(reports, 0o1777)
process.env.TMPDIR = reports
// Tests start hundreds of processes, which share their compiled code in this way.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compile')
const outcomes: Outcome[] = []

const failed = (...failures: string[]): Outcome => ({ passed: 0, failed: failures.length, skipped: 0, failures })

async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const started = Date.now()
  const line = [command, ...args].join(' ')
  console.log(`\n── ${line}`)
  const [status] = await once(spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }), 'close')
  console.log(`── ${line}: ${status === 0 ? 'done' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`)
  return status === 0
}

/** A step that passes or fails as a whole. */
async function check(command: string, ...args: string[]): Promise<boolean> {
  const ok = await run(command, args)
  outcomes.push(ok ? { passed: 1, failed: 0, skipped: 0, failures: [] } : failed([command, ...args].join(' ')))
  return ok
}

/** A step that writes a JSON report of its tests; without a readable report it has failed. */
async function testRun(
  command: string,
  args: string[],
  report: string,
  read: (report: unknown) => Outcome,
  env: Record<string, string> = {},
) {
  const ok = await run(command, args, env)
  try {
    const outcome = read(JSON.parse(readFileSync(report, 'utf8')))
    outcomes.push(outcome)
    if (!ok && outcome.failed === 0) outcomes.push(failed(`${command} ended badly, though no test did`))
  } catch {
    outcomes.push(failed(`${command} left no report`))
  }
}

/** The checks that only read the code. */
async function checkCode(): Promise<void> {
  for (const each of ['lint', 'doors', 'words', 'requirements']) await check('npm', 'run', '--silent', each)
}

// These neither wait for the downloads nor for each other.
const installing = ensureSystemPackages()
const checking = Promise.all([check('npm', 'run', '--silent', 'types'), checkCode()])
const built = await check('npm', 'run', '--silent', 'build')
await checking

const missing = await installing
for (const line of missing) console.error(line)
outcomes.push(failed(...missing))

const vitestReport = join(reports, 'vitest.json')
await testRun(
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile=${vitestReport}`],
  vitestReport,
  ofVitest,
)

if (built) {
  for (const folder of ['e2e', 'e2e/engines']) {
    const report = join(reports, `${folder.replace('/', '-')}.json`)
    await testRun('playwright', ['test', '--config', `${folder}/playwright.config.ts`], report, ofPlaywright, {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    })
  }
}

rmSync(reports, { recursive: true, force: true, maxRetries: 5 })

// Repeated at the end, so that the last lines show what failed.
const failures = outcomes.flatMap((outcome) => outcome.failures)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)

const sum = (key: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(sum('failed') === 0 ? 0 : 1)
