import type { ServerTest } from '../../packages/server/src/testing/servers/catalogue.ts'

/** The outcome of the tests of a type with a fetched server. */
export interface TypeOutcome {
  type: string
  cases: number
  failures: string[]
}

interface VitestReport {
  testResults: {
    name: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/**
 * Counts the cases of each type in Vitest's JSON report. A case belongs to the type that its title names, by its id in parentheses or its
 * displayed name, else to the first one of its file; a file that could not run is one failure of each of its types.
 * @param names the displayed names of types, by type
 */
export function outcomesOf(report: unknown, { types, file }: ServerTest, names: ReadonlyMap<string, string>): TypeOutcome[] {
  const nameOf = (type: string) => names.get(type) ?? type
  const found = (report as VitestReport).testResults.find(({ name }) => name.endsWith(`/${file}`))
  const cases = found?.assertionResults.filter(({ status }) => status === 'passed' || status === 'failed') ?? []
  const byLength = types.toSorted((one, other) => nameOf(other).length - nameOf(one).length)
  const typeOf = (title: string) =>
    types.find((type) => title.includes(`(${type})`)) ?? byLength.find((type) => title.includes(nameOf(type))) ?? types[0]
  return types.map((type) => {
    const own = cases.filter(({ fullName }) => typeOf(fullName) === type)
    if (own.length === 0) return { type, cases: 0, failures: [found?.message || 'No case was run.'] }
    const failed = own.filter(({ status }) => status === 'failed')
    return {
      type,
      cases: own.length,
      failures: failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.[0]?.split('\n')[0] ?? ''}`),
    }
  })
}

/** One line of the output: type, server with its version, cases, failures. */
export const lineOf = ({ type, cases, failures }: TypeOutcome, { server: { name, version } }: ServerTest): string =>
  `${type}: ${name} ${version}, ${count(cases, 'case')}, ${count(failures.length, 'failure')}`

const count = (number: number, noun: string) => `${number === 0 ? 'no' : number} ${noun}${number === 1 ? '' : 's'}`

const BEGIN = '<!-- servers: written by npm run test:servers -->'
const END = '<!-- end of servers -->'
const HEAD = ['| Type | Server | Checked by |', '| --- | --- | --- |']
const STUB = 'stub of ours, from the documentation'

export interface TableSource {
  /** All types with their displayed names. */
  names: ReadonlyMap<string, string>
  serverTests: readonly ServerTest[]
  metInTests: Readonly<Record<string, string>>
}

/**
 * Writes the table of servers between its markers in a page of the guide. Types that were not run keep their row.
 * @returns the changed page
 * @throws Error if the markers are missing
 */
export function withTable(
  page: string,
  { names, serverTests, metInTests }: TableSource,
  outcomes: readonly TypeOutcome[],
): string {
  const [start, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`The page lacks the lines "${BEGIN}" and "${END}".`)
  const before = new Map(
    page
      .slice(start, end)
      .split('\n')
      .map((row): [string, string] => [row.split(' | ')[0] ?? '', row]),
  )
  const shared = [...names.values()].filter((name, at, all) => all.indexOf(name) !== at)
  const rows = [...names].map(([type, displayed]) => {
    const name = shared.includes(displayed) ? `${displayed} (\`${type}\`)` : displayed
    const test = serverTests.find(({ types }) => types.includes(type))
    if (!test) return `| ${name} | ${metInTests[type] ?? STUB} | \`npm test\` |`
    const outcome = outcomes.find((one) => one.type === type)
    return outcome
      ? `| ${name} | ${serverOf(test)} | ${resultOf(outcome)} |`
      : (before.get(`| ${name}`) ?? `| ${name} | ${serverOf(test)} | not yet run |`)
  })
  return `${page.slice(0, start)}${BEGIN}\n\n${[...HEAD, ...rows].join('\n')}\n\n${page.slice(end)}`
}

const serverOf = ({ server: { name, version, origin }, caveat }: ServerTest): string =>
  `${name} ${version} (${origin})${caveat ? `, which ${caveat}` : ''}`

const resultOf = ({ cases, failures }: TypeOutcome): string =>
  `\`npm run test:servers\`: ${count(cases, 'case')}, ${count(failures.length, 'failure')}`
