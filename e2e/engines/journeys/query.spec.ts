import type { Target } from '../look-up.ts'
import { cell, editor } from '../targets.ts'
import { expect, test } from '../test.ts'

const suggestion: Target = { css: '.cm-tooltip-autocomplete [role=option]', text: 'flights' }

test('a query is typed with completion and closed brackets, and run by its keys (OPEN-353)', async ({ app }) => {
  await app.open('/queries/new')
  await app.click(editor)
  await app.engine.type('select count(*) as n from fligh')
  // A list that is being filled again may close under the pointer.
  await expect(async () => {
    if (typeof (await app.look(suggestion)) === 'string') await app.engine.press('Control', ' ')
    else await app.click(suggestion)
    expect(await app.look(editor)).toMatchObject({ text: expect.stringMatching(/^select count\(\*\) as n from flights\s*$/) })
  }).toPass()
  await app.engine.press('Control', 'Enter')
  await app.find(cell(0, 0), ({ text }) => /^[\d,]+$/.test(text))
  await app.expectAccessible()
})

test('a table of 1,000,000 rows is scrolled by wheel and keys (OPEN-353)', async ({ app, workshop }) => {
  const query = await workshop.makeRunQuery({
    name: 'A million',
    query: 'SELECT i AS n, i % 7 AS day FROM range(1000000) t(i)',
  })
  await app.open(`/queries/${query.id}`)
  const { x, y } = await app.pointAt(cell(3, 0))
  await app.engine.turnWheel(x, y, 600)
  await app.expectText(cell(25, 0), '25')
  await app.click(cell(25, 0))
  await app.engine.press('Control', 'End')
  await app.expectText(cell(999_999, 0), '999,999')
  await app.expectAccessible()
  await app.engine.press('Control', 'Home')
  await app.expectText(cell(0, 0), '0')
})
