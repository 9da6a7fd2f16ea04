import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runners } from '../../packages/server/src/runners/registry.ts'
import { metInTests, serverTests } from '../../packages/server/src/testing/servers/catalogue.ts'
import { lineOf, outcomesOf, type TableSource, withTable } from './table.ts'

const server = { name: 'Apple DB', version: '7.1', origin: 'Maven Central', fetch: async () => {} }
const test = { types: ['apple', 'cider'] as [string, string], server, file: 'apple/index.server.test.ts' }
const names = new Map([
  ['apple', 'Apple'],
  ['cider', 'Apple Cider'],
  ['pear', 'Pear'],
  ['plum', 'Plum'],
  ['damson', 'Plum'],
])
const source: TableSource = { names, serverTests: [test], metInTests: { pear: 'Pear 2' } }
const report = (...cases: (readonly [title: string, status: string])[]) => ({
  testResults: [
    {
      name: '/here/runners/apple/index.server.test.ts',
      message: 'It did not load.',
      assertionResults: cases.map(([fullName, status]) => ({
        fullName,
        status,
        ...(status === 'failed' ? { failureMessages: ['Error: sour\n at here'] } : {}),
      })),
    },
  ],
})
const page = 'Before.\n\n<!-- servers: written by npm run test:servers -->\n<!-- end of servers -->\n\nAfter.\n'

describe('the outcome of npm run test:servers', () => {
  it('counts the cases of each type by the name in their titles, and has one line for each (OPEN-320)', () => {
    const outcomes = outcomesOf(
      report(
        ...([
          ['Apple conforms: a', 'passed'],
          ['Apple Cider conforms: a', 'failed'],
          ['Apple (cider): b', 'passed'],
          ['the server: b', 'passed'],
          ['c', 'skipped'],
        ] as const),
      ),
      test,
      names,
    )
    expect(outcomes).toEqual([
      { type: 'apple', cases: 2, failures: [] },
      { type: 'cider', cases: 2, failures: ['Apple Cider conforms: a: Error: sour'] },
    ])
    expect(outcomes.map((outcome) => lineOf(outcome, test))).toEqual([
      'apple: Apple DB 7.1, 2 cases, no failures',
      'cider: Apple DB 7.1, 2 cases, 1 failure',
    ])
  })

  it('is a failure of each type if the tests did not run (OPEN-320)', () => {
    expect(outcomesOf(report(), test, names).map(({ failures }) => failures)).toEqual([
      ['It did not load.'],
      ['It did not load.'],
    ])
    expect(outcomesOf({ testResults: [] }, test, names)[0]?.failures).toEqual(['No case was run.'])
  })

  it('is written into the guide, where types that were not run keep their row (OPEN-320)', () => {
    const first = withTable(page, source, [{ type: 'apple', cases: 2, failures: [] }])
    expect(first.split('\n').filter((line) => line.startsWith('| '))).toEqual([
      '| Type | Server | Checked by |',
      '| --- | --- | --- |',
      '| Apple | Apple DB 7.1 (Maven Central) | `npm run test:servers`: 2 cases, no failures |',
      '| Apple Cider | Apple DB 7.1 (Maven Central) | not yet run |',
      '| Pear | Pear 2 | `npm test` |',
      '| Plum (`plum`) | stub of ours, from the documentation | `npm test` |',
      '| Plum (`damson`) | stub of ours, from the documentation | `npm test` |',
    ])
    const second = withTable(first, source, [{ type: 'cider', cases: 1, failures: ['x'] }])
    expect(second).toContain('| Apple | Apple DB 7.1 (Maven Central) | `npm run test:servers`: 2 cases, no failures |')
    expect(second).toContain('| Apple Cider | Apple DB 7.1 (Maven Central) | `npm run test:servers`: 1 case, 1 failure |')
    expect(second).toMatch(/^Before\.\n[\s\S]*\nAfter\.\n$/)
    expect(() => withTable('no markers', source, [])).toThrow('lacks the lines')
  })
})

describe('the list of servers', () => {
  it('is in the guide, with a row for each type (OPEN-321)', () => {
    const guide = readFileSync('docs/guide/data-sources.md', 'utf8')
    const rows = guide.slice(guide.indexOf('<!-- servers'), guide.indexOf('<!-- end of servers')).split('\n')
    const lacking = [...runners.values()].filter(
      ({ name, type }) => !rows.some((row) => row.startsWith(`| ${name} | `) || row.startsWith(`| ${name} (\`${type}\`) | `)),
    )
    expect(lacking.map(({ type }) => type)).toEqual([])
  })

  it('names each type of the registry at most once, and no others (OPEN-321)', () => {
    const types = [...serverTests.flatMap((one) => one.types), ...Object.keys(metInTests)]
    const known = new Set(runners.keys())
    expect(types.filter((type, index) => types.indexOf(type) !== index || !known.has(type))).toEqual([])
  })
})
