import { button, cell, role } from '../targets.ts'
import { test } from '../test.ts'

test('dates are typed and chosen in a calendar, and a new value runs the query (OPEN-353)', async ({ app, workshop }) => {
  const query = await workshop.makeQuery({
    name: 'Day',
    query: "SELECT '{{ day }}' AS day",
    options: { parameters: [{ name: 'day', title: 'Day', type: 'date', value: '2024-02-29' }] },
  })
  await app.open(`/queries/${query.id}`)
  await app.expectText(cell(0, 0), '2024-02-29')
  const day = role('textbox', 'Day')
  await app.fill(day, '2024-03-05')
  await app.engine.press('Control', 'Enter')
  await app.expectText(cell(0, 0), '2024-03-05')
  await app.click(day)
  await app.expectAccessible()
  await app.click(button('6 March 2024'))
  await app.click(button(/^Apply Changes/))
  await app.expectText(cell(0, 0), '2024-03-06')
  await app.expectAccessible()
})
