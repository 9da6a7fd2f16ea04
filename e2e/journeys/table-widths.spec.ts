import type { Page } from '@playwright/test'
import { cellAt, expect, test } from '../queries.ts'
import { grid, heading } from '../result-table.ts'

/** Long numbers under short heads, longer ones beyond the first screens, and dates whose figures differ in width. */
const WIDE_NUMBERS = `
  SELECT 2767891412.0 * i AS a, -1842879990.55 AS b, DATE '2001-01-01' + i::INTEGER AS d, 'x' || i AS c,
    CASE WHEN i = 400 THEN 123456789012345678 ELSE i END AS later
  FROM range(500) t(i)`

/** The rendered cells of numbers and dates whose text is wider than the cell. */
const cutCells = (page: Page) =>
  grid(page)
    .locator('[role=gridcell]:is([data-kind=number], [data-kind=date])')
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent))

test('numbers and dates are shown in full on every width of the window and in the editor (TABLE-33)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: WIDE_NUMBERS })
  for (const [width, path] of [
    [1440, 'source'],
    [1024, ''],
    [390, ''],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/queries/${query.id}/${path}`)
    await expect(cellAt(page, 1, 0)).toHaveText(/2,767,891,412/)
    expect(await cutCells(page), `at ${width} pixels`).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/queries/${query.id}`)
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  await expect(cellAt(page, 1, 0)).toHaveText(/2,767,891,412/)
  expect(await cutCells(page)).toEqual([])
})

test('a column grows for a longer number that is scrolled to, and cannot be made too narrow for it (TABLE-33)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: WIDE_NUMBERS })
  await page.goto(`/queries/${query.id}`)
  await cellAt(page, 0, 4).click()
  await page.keyboard.press('ControlOrMeta+End')
  await grid(page).evaluate((table) => table.scrollTo({ top: 390 * 28, left: table.scrollLeft }))
  await expect(cellAt(page, 400, 4)).toHaveText('123,456,789,012,345,678')
  expect(await cutCells(page)).toEqual([])
  await cellAt(page, 400, 4).click()
  for (let presses = 0; presses < 6; presses++) await page.keyboard.press('-')
  expect(await cutCells(page)).toEqual([])
})

test('columns keep the width of their content, and dates stand at the left (TABLE-34)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: "SELECT 7 AS n, DATE '2001-01-01' AS day, 'Ada' AS name" })
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto(`/queries/${query.id}`)
  await expect(cellAt(page, 0, 1)).toHaveText('2001-01-01')
  for (const name of ['n', 'day', 'name']) {
    expect(await heading(page, name).evaluate((head) => head.getBoundingClientRect().width), name).toBeLessThan(140)
  }
  const style = await cellAt(page, 0, 1).evaluate((cell) => {
    const { textAlign, fontVariantNumeric } = getComputedStyle(cell)
    return { textAlign, fontVariantNumeric }
  })
  expect(style).toEqual({ textAlign: 'left', fontVariantNumeric: 'normal' })
})

test('a table has a shade at each side at which columns are hidden, and a long text leaves room on a phone (OPEN-197)', async ({
  adminPage: page,
  workshop,
}) => {
  const numbers = Array.from({ length: 6 }, (_, index) => `2767891499 + ${index} AS gross${index}`)
  const query = await workshop.makeRunQuery({
    query: `SELECT 'The Lord of the Rings: The Return of the King' AS title, ${numbers.join(', ')}`,
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/queries/${query.id}`)
  const [left, right] = [page.locator('[data-more-before]'), page.locator('[data-more-after]')]
  await expect(right).toHaveCount(1)
  await expect(left).toHaveCount(0)
  await expect(cellAt(page, 0, 1)).toBeInViewport()
  await grid(page).evaluate((table) => table.scrollTo({ left: 180 }))
  await expect(left).toHaveCount(1)
  await expect(right).toHaveCount(1)
  await grid(page).evaluate((table) => table.scrollTo({ left: table.scrollWidth }))
  await expect(right).toHaveCount(0)
  await expect(left).toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(left).toHaveCount(0)
})
