import { chart, makeChart } from '../charts.ts'
import { button, cell, editor, menuItem, statusOf } from '../targets.ts'
import { expect, test } from '../test.ts'

test('selected cells are copied, not the text of the editor, also before their rows are loaded (OPEN-354)', async ({ app }) => {
  await app.open('/queries/new')
  await app.click(editor)
  await app.engine.type('select i, i * i as squared from range(40000) t(i)')
  await app.click(button(/^Execute/))
  // The first rows are shown before the run has ended, and the whole result begins without a selection.
  await app.find({ css: '[role=status], [aria-live=polite]', text: 'Query finished: 40,000 rows' })
  await app.drag(cell(1, 0), 150, 30)
  await app.engine.press('Control', 'c')
  await app.find(statusOf('4 cells copied'))
  expect(await app.pasted()).toBe('1\t1\n2\t4')

  await app.click(cell(0, 0))
  await app.engine.press('Control', 'a')
  await app.engine.press('Control', 'c')
  await app.find(statusOf('80,000 cells copied'))
  const rows = (await app.pasted()).split('\n')
  expect(rows).toHaveLength(40_000)
  expect(rows.at(-1)).toBe('39999\t1599920001')
})

test('the image of a chart is copied at the first attempt (OPEN-355)', async ({ app, workshop }) => {
  await app.open(await makeChart(workshop))
  await app.find(chart)
  await app.click(button('Tools of the chart Curve'))
  await app.click(menuItem('Copy Image'))
  await app.find(statusOf('Image copied'))
})
