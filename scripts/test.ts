import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureSystemPackages } from './system-packages.ts'

/** How many tests a step ran; steps without tests (types, lint) count as one. */
interface Outcome {
  passed: number
  failed: number
  skipped: number
}

const reports = mkdtempSync(join(tmpdir(), 'sightline-test-'))
// Whatever tests and the programs they start leave behind goes with this folder; database servers run as users of their own.
chmodSync(reports, 0o1777)
process.env.TMPDIR = reports
// Tests start hundreds of processes: what one has compiled serves the others.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/compile')
const outcomes: Outcome[] = []

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const started = Date.now()
  console.log(`\n── ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(`── ${status === 0 ? 'done' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s`)
  return status === 0
}

/** A step that passes or fails as a whole. */
function check(command: string, ...args: string[]): boolean {
  const ok = run(command, args)
  outcomes.push({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })
  return ok
}

/** A step that writes a JSON report of its tests; without a readable report it has failed. */
function testRun(
  command: string,
  args: string[],
  report: string,
  count: (report: unknown) => Outcome,
  env: Record<string, string> = {},
) {
  const ok = run(command, args, env)
  try {
    const outcome = count(JSON.parse(readFileSync(report, 'utf8')))
    outcomes.push(ok || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 })
  } catch {
    outcomes.push({ passed: 0, failed: 1, skipped: 0 })
  }
}

const ofVitest = (report: unknown): Outcome => {
  const { numPassedTests, numFailedTests, numPendingTests } = report as Record<string, number>
  return { passed: numPassedTests ?? 0, failed: numFailedTests ?? 0, skipped: numPendingTests ?? 0 }
}

const ofPlaywright = (report: unknown): Outcome => {
  const { stats } = report as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

const missing = ensureSystemPackages()
for (const line of missing) console.error(line)
if (missing.length > 0) outcomes.push({ passed: 0, failed: missing.length, skipped: 0 })

check('npm', 'run', '--silent', 'types')
check('npm', 'run', '--silent', 'lint')
check('npm', 'run', '--silent', 'doors')
const built = check('npm', 'run', '--silent', 'build')

const vitestReport = join(reports, 'vitest.json')
testRun('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile=${vitestReport}`], vitestReport, ofVitest)

if (built) {
  const playwrightReport = join(reports, 'playwright.json')
  testRun('playwright', ['test', '--config', 'e2e/playwright.config.ts'], playwrightReport, ofPlaywright, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  })
}

check('npm', 'run', '--silent', 'requirements')

rmSync(reports, { recursive: true, force: true, maxRetries: 5 })

const sum = (key: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(sum('failed') === 0 ? 0 : 1)
