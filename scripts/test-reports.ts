import { stripVTControlCharacters } from 'node:util'

/** The outcome of a step of the tests; steps without tests (types, lint) count as one. */
export interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** A line for each failure: its place, its title, and how its message begins. */
  failures: string[]
}

const beginningOf = (message = '') => stripVTControlCharacters(message).split('\n').slice(0, 4).join(' ').slice(0, 400)

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** Reads the report of Vitest's `json` reporter. A file that could not be loaded gets a line, but its tests are not counted. */
export function ofVitest(report: unknown): Outcome {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = report as VitestReport
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${name}: ${beginningOf(message)}`]
    return failed.map((test) => `${name} › ${test.fullName}: ${beginningOf(test.failureMessages?.[0])}`)
  })
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests, failures }
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  /** `tests` has one entry for each project. */
  specs: {
    file: string
    title: string
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

/** Reads the report of Playwright's `json` reporter; a test that passed only when it was tried again has failed. */
export function ofPlaywright(report: unknown): Outcome {
  const { stats, suites } = report as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: PlaywrightSuite[]
  }
  const failuresOf = ({ suites = [], specs }: PlaywrightSuite): string[] => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, results }) => {
          const place = [file, projectName, title].filter((part) => part !== '').join(' › ')
          return `${place}: ${beginningOf(results[0]?.error?.message)}`
        }),
    ),
    ...suites.flatMap(failuresOf),
  ]
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresOf),
  }
}
