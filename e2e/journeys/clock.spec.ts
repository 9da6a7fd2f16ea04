import { api } from '@sightline/contract/api.ts'
import { addTable, makeBoard, open as openBoard, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { field, makeEcho, open } from '../parameters.ts'
import { activeUser, pageOf } from '../people.ts'
import { cellAt, choose, expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'

// The browser is in UTC, so that only the user's own settings explain what is shown.
test('a user chooses a time zone and a first weekday, and dynamic dates and widgets follow (PARAM-70, PARAM-71, ORG-16, WIDGET-60)', async ({
  adminCall,
  browser,
  product,
  workshop,
}) => {
  const user = await activeUser(adminCall, browser, 'Indira')
  const query = await makeEcho(
    workshop,
    [
      { name: 'day', type: 'date', value: 'd_now' },
      { name: 'week', type: 'date-range', value: 'd_this_week' },
    ],
    "SELECT '{{ day }}' AS day, '{{ week.start }}' AS first, '{{ week.end }}' AS last",
  )
  await adminCall(api.queries.update, { params: { id: query.id }, body: { is_draft: false } })
  const page = await pageOf(browser, product.url, user)
  // Sunday in UTC, but already Monday in India.
  await page.clock.setFixedTime('2026-11-29T20:00:00Z')
  await open(page, query)
  await expect(field(page, 'Day')).toBeVisible()
  await expect(cellAt(page, 0, 0)).toHaveText('2026-11-29')
  await expect(cellAt(page, 0, 1)).toHaveText('2026-11-29')

  await page.goto(`/users/${user.id}`)
  await page.getByRole('combobox', { name: 'Show times in' }).fill('kolkata')
  await page.getByRole('option', { name: 'Asia/Kolkata', exact: true }).click()
  await choose(page, 'First day of the week', 'Monday')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved.')
  await open(page, query)
  await expect(cellAt(page, 0, 0)).toHaveText('2026-11-30')
  await expect(cellAt(page, 0, 1)).toHaveText('2026-11-30')
  await expect(cellAt(page, 0, 2)).toHaveText('2026-12-06')

  const times = await workshop.makeRunQuery({ name: 'Times', query: "SELECT TIMESTAMPTZ '2026-11-25 20:00:00+00' AS at" })
  await adminCall(api.queries.update, { params: { id: times.id }, body: { is_draft: false } })
  const board = await makeBoard(adminCall)
  await addTable(adminCall, board, times, { col: 0, row: 0, sizeX: 3, sizeY: 5 })
  await adminCall(api.dashboards.update, { params: { slug: String(board.id) }, body: { is_draft: false } })
  await openBoard(page, board)
  await expect(widget(page, /Times/).getByText('Asia/Kolkata')).toBeVisible()
  await expect(widget(page, /Times/).getByText('2026-11-26 01:30')).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})
