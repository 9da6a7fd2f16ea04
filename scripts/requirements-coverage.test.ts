import { describe, expect, it } from 'vitest'
import { coverageOf, readRequirements } from './requirements-coverage.ts'

const LIST = `
| ID       | Requirement          | Checked  |
| -------- | -------------------- | -------- |
| FRUIT-01 | Apples \\| are round. | unit, ui |
| FRUIT-02 | Pears are not.       | api      |
`
const requirements = readRequirements(LIST)

const lacking = (...tests: { path: string; source: string }[]) => Object.fromEntries(coverageOf(requirements, tests).lacking)

const citing = (path: string, title: string) => ({ path, source: `it('${title}', () => {})` })

describe('a list of requirements', () => {
  it('is read by the first and the last column of its rows', () => {
    expect(requirements).toEqual([
      { id: 'FRUIT-01', kinds: ['unit', 'ui'] },
      { id: 'FRUIT-02', kinds: ['api'] },
    ])
  })

  it('is refused when a row names no kind of test', () => {
    expect(() => readRequirements('| FRUIT-03 | Plums are blue. | by eye |')).toThrow('FRUIT-03 names no kind of test')
  })
})

describe('a requirement', () => {
  const unit = citing('packages/domain/src/fruit.test.ts', 'apples are round (FRUIT-01)')

  it('needs a test of each kind that it names', () => {
    expect(lacking(unit)).toEqual({ 'FRUIT-01': ['ui'], 'FRUIT-02': ['api'] })
    expect(lacking(unit, citing('e2e/journeys/fruit.spec.ts', 'apples roll (FRUIT-01)'))).toEqual({ 'FRUIT-02': ['api'] })
  })

  it('is shown over HTTP by tests of the API and of services, and by services as a module too', () => {
    expect(lacking(unit, citing('packages/server/src/pears.api.test.ts', 'pears (FRUIT-02)'))).toEqual({ 'FRUIT-01': ['ui'] })
    const service = citing('packages/server/src/pears.service.test.ts', 'apples and pears (FRUIT-01, FRUIT-02)')
    expect(lacking(service)).toEqual({ 'FRUIT-01': ['ui'] })
  })

  it('is not shown by a comment, a skipped test or a call with another name', () => {
    const sources = ['// it (FRUIT-02)', "it.skip('pears (FRUIT-02)')", "audit('pears (FRUIT-02)')", "expect('FRUIT-02')"]
    for (const source of sources)
      expect(lacking({ path: 'packages/server/src/pears.api.test.ts', source })['FRUIT-02'], source).toEqual(['api'])
  })

  it('is shown by tables of cases and by groups of tests', () => {
    const sources = ["it.each(cases)('%s (FRUIT-02)', () => {})", 'describe("pears (FRUIT-02)", () => {})']
    for (const source of sources)
      expect(lacking({ path: 'packages/server/src/pears.api.test.ts', source })['FRUIT-02'], source).toBeUndefined()
  })
})

it('finds the citations of requirements that an area does not have, and leaves other words alone', () => {
  const { unknown } = coverageOf(requirements, [citing('packages/domain/src/fruit.test.ts', 'UTF-8 in FRUIT-09 and FRUIT-02')])
  expect(unknown).toEqual(['FRUIT-09'])
})
