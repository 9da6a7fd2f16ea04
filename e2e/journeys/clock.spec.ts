import { api } from '@sightline/contract/api.ts'
import { field, makeEcho, open } from '../parameters.ts'
import { activeUser, pageOf } from '../people.ts'
import { cellAt, choose, expect, test, toast } from '../queries.ts'

// The browser is in UTC, so that only the user's own settings explain what is shown.
test('a user chooses a time zone and a first weekday, and dynamic dates follow (PARAM-70, PARAM-71)', async ({
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
  await choose(page, 'Show times in', 'Asia/Kolkata')
  await choose(page, 'First day of the week', 'Monday')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved.')).toBeVisible()
  await open(page, query)
  await expect(cellAt(page, 0, 0)).toHaveText('2026-11-30')
  await expect(cellAt(page, 0, 1)).toHaveText('2026-11-30')
  await expect(cellAt(page, 0, 2)).toHaveText('2026-12-06')
  await page.context().close()
})
