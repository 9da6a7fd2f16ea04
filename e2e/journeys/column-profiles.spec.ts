import type { Page } from '@playwright/test'
import { expectAccessible, setTheme } from '../page.ts'
import { cellAt, choose, expect, test } from '../queries.ts'
import { grid, heading } from '../result-table.ts'

/** 2,000 sales on 200 days in three regions, a fifth of them without one. */
const SALES = `SELECT i AS sale, DATE '2024-01-01' + (i // 10)::INTEGER AS day,
  CASE WHEN i % 5 > 0 THEN ['north', 'south', 'east'][1 + i % 3] END AS region FROM range(2000) t(i)`

const strip = (page: Page, column: string) => grid(page).getByRole('gridcell', { name: new RegExp(`^${column}: `) })
const chooseInMenu = async (page: Page, column: string, entry: string) => {
  await heading(page, column).hover()
  await page.getByTitle(`Menu of ${column}`).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('profiles in the heads of columns are switched on, filter the table by click and by key, and are always there in Explore (OPEN-236)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Sales', query: SALES })
  await page.goto(`/queries/${query.id}`)
  await expect(cellAt(page, 0, 0)).toHaveText('0')
  await expect(strip(page, 'sale')).toHaveCount(0)

  await chooseInMenu(page, 'sale', 'Show Column Profiles')
  await expect(strip(page, 'sale')).toContainText('sale: 2,000 rows, none empty, all different, from 0 to 1,999.')
  await expect(strip(page, 'region')).toContainText(/^region: 2,000 rows, 400 empty \(20%\), 3 different values, /)
  await expect(strip(page, 'day').getByRole('button')).toHaveCount(7)
  await expect(cellAt(page, 0, 0)).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await expectAccessible(page)
  }

  await strip(page, 'day')
    .getByRole('button', { name: /^2024-02-01 to 2024-02-29: 290 rows/ })
    .click()
  await expect(page.getByText('290 of 2,000 rows')).toBeVisible()
  await expect(cellAt(page, 0, 0)).toHaveText('310')
  await expect(strip(page, 'sale')).toContainText('sale: 290 rows that match, none empty, all different, from 310 to 599.')

  await grid(page).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect(strip(page, 'region').getByRole('button', { name: /^empty: / })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(strip(page, 'region').getByRole('button', { pressed: true })).toHaveCount(1)
  await expect(strip(page, 'region')).toContainText(/ rows that match, none empty, 1 different value, /)
  await page.keyboard.press('Enter')
  await expect(page.getByText('290 of 2,000 rows')).toBeVisible()

  await page.goto(`/queries/${query.id}/explore`)
  await expect(strip(page, 'sale')).toContainText(/from 0 to 1,999/)
  await choose(page, 'Add column', 'region')
  await expect(strip(page, 'rows')).toContainText('rows: 4 rows, none empty, 3 different values, from 400 to 534.')
  await expect(strip(page, 'rows').getByRole('button')).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(strip(page, 'region')).toBeInViewport()
  await expectAccessible(page)
})
