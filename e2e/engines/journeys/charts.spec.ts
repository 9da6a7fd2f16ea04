import { chart, makeChart } from '../charts.ts'
import { button, menuItem, role } from '../targets.ts'
import { expect, test } from '../test.ts'

test('a chart is drawn, shows the values under the pointer and is read as a table (OPEN-353)', async ({ app, workshop }) => {
  await app.open(await makeChart(workshop))
  // A chart reacts to the pointer only shortly after it is drawn.
  await expect(async () => {
    await app.engine.movePointer(0, 0)
    await app.pointAt(chart)
    expect(await app.look({ css: '[class*=tipTitle]' })).toMatchObject({ text: expect.stringMatching(/^[45]$/) })
  }).toPass()
  await app.expectAccessible()
  await app.click(button('Tools of the chart Curve'))
  await app.click(menuItem('View as Table'))
  await app.find(role('cell', '81'))
  await app.expectAccessible()
})
