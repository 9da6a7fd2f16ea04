import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { adminCommand } from '../testing/admin-command.ts'

const TEMPLATE = new URL('../../../../deploy/plug-in-template/', import.meta.url)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-plug-in-test-'))
  cpSync(TEMPLATE, join(folder, 'plug-in'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const check = () =>
  adminCommand(['check-plug-in', join(folder, 'plug-in')], { env: { SIGHTLINE_DATA_DIR: join(folder, 'data') } })

/** Changes a file of the plug-in. */
function change(file: string, from: string, to: string): void {
  const path = join(folder, 'plug-in', file)
  const before = readFileSync(path, 'utf8')
  expect(before).toContain(from)
  writeFileSync(path, before.replace(from, to))
}

describe('the examination of a plug-in', () => {
  it('passes for the template, with all queries run in executors (OPEN-404, OPEN-405, OPEN-501)', async () => {
    const { code, out, err } = await check()
    expect(err.split('\n')).toEqual([
      'ok     template_numbers: the connection test passes',
      'ok     template_numbers: the schema is read',
      'ok     template_numbers: a query returns its columns and values',
      'ok     template_numbers: the comment that says who runs a query does not disturb it',
      'ok     template_numbers: a query without rows returns its columns',
      'ok     template_numbers: all of many rows arrive',
      'ok     template_numbers: a query that is refused says why',
      'ok     template_numbers: a cancelled query stops',
      'ok     template_dot_plot: the options of its case are those that it declares',
      'ok     template_dot_plot: the columns of its case are those that its options choose',
      'ok     template_dot_plot: its script is one module with a function draw()',
    ])
    expect([code, out]).toEqual([
      0,
      'my-sightline-plug-in 1.0.0 keeps the contract: template_numbers, template_chat_room, template_dot_plot.',
    ])
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it.each([
    ['wrong values', 'rows.push([n, n * n])', 'rows.push([n, n])', 'The rows should be [[1,1],[2,4]], and are [[1,1],[2,2]].'],
    [
      'rows that do not fit',
      'rows.push([n, n * n])',
      'rows.push([n])',
      'The data source sent a row of 1 values for 2 columns.',
    ],
    ['a refusal without its place', '{ position })', '{})', 'The position should be 1, and are null.'],
    ['an error of several lines', 'a query like "', 'a query\\nlike "', 'The error has several lines: Write a query\nlike'],
    [
      'a schema without tables',
      'return [\n      {\n        name:',
      'return []\n      ;[{\n        name:',
      'The schema has no tables.',
    ],
  ])('fails for %s, and says what is wrong (OPEN-404)', async (_, from, to, sentence) => {
    change('numbers.js', from, to)
    const { code, err } = await check()
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
    expect(err).toMatch(/FAILED template_numbers: .*\d cases? (has|have) failed\.$/s)
  })

  it.each([
    ['an option that is not declared', 'cases.js', 'limit: 20,', 'most: 20,', 'It declares no option "most".'],
    ['an option of another type', 'cases.js', 'limit: 20,', "limit: 'all',", 'Number of rows: it must be a number.'],
    ['a column that is not in the case', 'cases.js', "label: 'city'", "label: 'town'", 'Its case has no column "town".'],
    ['a script without draw()', 'dot-plot.browser.js', '  draw(root', '  paint(root', 'has no function draw().'],
    ['a script that imports', 'dot-plot.browser.js', 'const PADDING', "import './numbers.js'\nconst PADDING", 'FAILED'],
    [
      'a script that draws at once',
      'dot-plot.browser.js',
      'const PADDING',
      'document.body\nconst PADDING',
      'document is not defined',
    ],
  ])('fails for a visualization with %s, and says what is wrong (OPEN-501)', async (_, file, from, to, sentence) => {
    change(file, from, to)
    const { code, err } = await check()
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
    expect(err).toMatch(/FAILED template_dot_plot: .*1 case has failed\.$/s)
  })

  it('refuses a plug-in that does not load, or has no cases (OPEN-404)', async () => {
    change('cases.js', 'template_numbers', 'other')
    expect((await check()).err).toBe('cases.js has no cases for template_numbers.')
    rmSync(join(folder, 'plug-in', 'cases.js'))
    expect((await check()).err).toMatch(/has no cases\.js/)
    change('package.json', '"contract": 1', '"contract": 2')
    expect((await check()).err).toMatch(/^The plug-in my-sightline-plug-in 1\.0\.0 was not loaded: it is written for version 2/)
    rmSync(join(folder, 'plug-in', 'package.json'))
    expect((await check()).err).toMatch(/plug-in has no package\.json\.$/)
  })
})
