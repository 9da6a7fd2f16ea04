import { button } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { executeButton, expect, openNewQuery, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'

const DAYS = `SELECT DATE '2024-01-01' + i::INT AS day, i * 3 % 17 AS flights FROM range(20) t(i) -- `

test('one click keeps a suggested chart of a new query, which is saved with it (OPEN-220)', async ({ adminPage: page }) => {
  await openNewQuery(page, `${DAYS}kept`)
  await executeButton(page).click()
  const suggested = page.getByRole('region', { name: 'Suggested charts' })
  const line = button(suggested, 'Keep Flights by Day Line')
  await expect(line.locator('canvas')).toBeVisible()
  await expectAccessible(page)
  await line.press('Enter')
  await expectToast(page, 'Visualization saved')
  await expect(page.getByRole('tab', { name: 'Flights by Day' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('img', { name: /^Flights by Day\. Line chart/ })).toBeVisible()
  await expect(page).toHaveURL(/\/queries\/\d+\/source#\d+$/)
  // A query with a chart has none to suggest.
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect(page.getByRole('gridcell', { name: '2024-01-02' })).toBeVisible()
  await expect(suggested).toHaveCount(0)
})

test('suggested charts can be hidden, stay hidden, and are offered again on request (OPEN-220)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, `${DAYS}hidden`)
  await executeButton(page).click()
  const suggested = page.getByRole('region', { name: 'Suggested charts' })
  await button(suggested, 'Hide suggested charts').click()
  await expect(suggested).toHaveCount(0)
  await page.reload()
  await openNewQuery(page, `${DAYS}hidden again`)
  await executeButton(page).click()
  await expect(page.getByRole('gridcell', { name: '2024-01-02' })).toBeVisible()
  await expect(suggested).toHaveCount(0)
  await button(page, 'Suggest Charts').press('Enter')
  await expect(suggested).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(suggested).toBeVisible()
  await expectAccessible(page)
})

test('a chart that the rows are too many to draw is not suggested (OPEN-220)', async ({ adminPage: page }) => {
  await openNewQuery(
    page,
    `SELECT TIMESTAMP '2024-01-01' + to_minutes(i // 10) AS departed, i * 7919 % 1500 AS delay, i % 3 AS gate, i AS seats
      FROM range(20000) t(i)`,
  )
  await executeButton(page).click()
  const suggested = page.getByRole('region', { name: 'Suggested charts' })
  await expect(suggested.getByRole('button', { name: /^Keep/ }).first()).toBeVisible()
  await expect(suggested.locator('canvas').first()).toBeVisible()
  await expect(suggested.getByText('too fine to be read')).toBeHidden()
  await expect(suggested.getByRole('button', { name: /Heatmap$/ })).toHaveCount(0)
})

test('who may not edit a query is offered no charts to keep (OPEN-220)', async ({ adminCall, browser, product, workshop }) => {
  const query = await workshop.makeRunQuery({ name: 'Read only', query: `${DAYS}read` })
  const page = await pageOf(browser, product.url, await activeUser(adminCall, browser, 'Reader'))
  await page.goto(`/queries/${query.id}`)
  await expect(page.getByRole('gridcell', { name: '2024-01-02' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Suggested charts' })).toHaveCount(0)
  await expect(button(page, 'Suggest Charts')).toHaveCount(0)
  await page.context().close()
})
