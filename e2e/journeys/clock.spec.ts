import { api } from '@sightline/contract/api.ts'
import { addTable, makeBoard, open as openBoard, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { field, makeEcho, open } from '../parameters.ts'
import { activeUser, pageOf } from '../people.ts'
import { pointUntilVisible } from '../pointer.ts'
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

test('a reader in another zone than the organization sees one clock in table, filter, chart, schedule and file (SCHED-22, TABLE-41, OPEN-132, OPEN-140, DL-20)', async ({
  adminCall,
  browser,
  product,
  workshop,
}) => {
  await adminCall(api.settings.save, { body: { time_zone: 'Europe/Berlin' } })
  const user = await activeUser(adminCall, browser, 'Kiran')
  const query = await workshop.makeRunQuery({
    name: 'Months',
    query: `SELECT TIMESTAMPTZ '2026-06-30 18:30:00+00' AS "at::filter", 5 AS n
      UNION ALL SELECT TIMESTAMPTZ '2026-07-31 18:30:00+00', 7 ORDER BY 1`,
    schedule: { interval: 86400, local_time: '08:00', time_zone: 'Europe/Berlin' },
  })
  const xAxis = { type: 'category' }
  const chart = { globalSeriesType: 'column', columnMapping: { 'at::filter': 'x', n: 'y' }, xAxis }
  const { id: chartId } = await workshop.makeVisualization(query, 'CHART', 'Chart', chart)
  await adminCall(api.queries.update, { params: { id: query.id }, body: { is_draft: false } })
  const page = await pageOf(browser, product.url, user)
  const expectInChart = async (time: string) => {
    await page.goto(`/queries/${query.id}#${chartId}`)
    const mark = page.getByRole('img', { name: `from ${time} to ${time}` })
    await expect(mark).toHaveAttribute('data-drawn')
    const { x = 0, y = 0, width = 0, height = 0 } = (await mark.boundingBox()) ?? {}
    const tooltip = page.getByRole('figure').getByText(time, { exact: true })
    await pointUntilVisible(page, { x: x + width / 2, y: y + height / 2 }, tooltip)
  }
  await expectInChart('2026-06-30 20:30')
  await page.goto(`/queries/${query.id}`)
  // These are midnights in India, so that the user sees dates, and nobody in Berlin does.
  await expect(cellAt(page, 0, 0)).toHaveText('2026-06-30 20:30')
  await expect(page.getByText('Refresh schedule: Every day at 08:00', { exact: true })).toBeVisible()

  await page.goto(`/users/${user.id}`)
  await page.getByRole('combobox', { name: 'Show times in' }).fill('kolkata')
  await page.getByRole('option', { name: 'Asia/Kolkata', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved.')
  await page.goto(`/queries/${query.id}`)
  await expect(cellAt(page, 0, 0)).toHaveText('2026-07-01')
  const filters = page.getByRole('region', { name: 'Filters' })
  await expect(filters.getByRole('combobox', { name: 'At' })).toHaveText('2026-07-01')
  await expect(page.getByText('Refresh schedule: Every day at 08:00 (Europe/Berlin)', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('menuitem', { name: 'Download as CSV File', exact: true })).toHaveAttribute(
    'href',
    /time_zone=Asia%2FKolkata$/,
  )
  await page.keyboard.press('Escape')
  const file = await page.request.get(
    `${product.url}/api/queries/${query.id}/results/${query.latest_query_data_id}.csv?values=exact&time_zone=Asia/Kolkata`,
  )
  expect(await file.text()).toContain('2026-07-01T00:00:00+05:30,5')

  await expectInChart('2026-07-01')
  await adminCall(api.settings.save, { body: { time_zone: 'UTC' } })
  await page.context().close()
})
