import type { Locator, Page } from '@playwright/test'
import { addTable, addText, makeBoard } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, test } from '../queries.ts'

test.use({ locale: 'ar', settings: { SIGHTLINE_ORG_NAME: 'لغات' } })

const middleOf = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not shown.')
  return box.x + box.width / 2
}

/** Checks what every page has in Arabic, at the width of a laptop and of a phone. */
async function expectArabicPage(page: Page, path: string, word: string | RegExp): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByText(word).filter({ visible: true }).first()).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 1280, height: 844 })
}

test('the sign-in page is in Arabic, from right to left (OPEN-525, OPEN-526)', async ({ quietPage: page }) => {
  await expectArabicPage(page, '/login', 'كلمة المرور')
})

test('the shell begins at the right, and home and lists are in Arabic (OPEN-525, OPEN-526)', async ({
  adminPage: page,
  workshop,
}) => {
  await workshop.makeRunQuery({ name: 'Revenue (net)' })
  await expectArabicPage(page, '/', 'الاستعلامات')
  await expectArabicPage(page, '/queries', 'جميع الاستعلامات')
  const home = page.getByRole('link', { name: 'Sightline، الصفحة الرئيسية' })
  expect(await middleOf(home)).toBeGreaterThan(1000)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'فتح القائمة' })).toBeVisible()
  expect(await middleOf(page.getByRole('button', { name: 'فتح القائمة' }))).toBeGreaterThan(195)
})

test('the table of a result begins at the right, and its keys follow (OPEN-525, OPEN-526, OPEN-527)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({
    name: 'مربعات',
    query: "SELECT i AS n, 'مدينة A (' || i || ')' AS city FROM range(3) t(i)",
  })
  await expectArabicPage(page, `/queries/${query.id}/source`, 'تنفيذ')
  const table = page.getByRole('grid')
  const head = (name: string) => table.getByRole('columnheader', { name })
  expect(await middleOf(head('n'))).toBeGreaterThan(await middleOf(head('city')))
  await table.locator('[role=gridcell][id$="-0-0"]').click()
  await page.keyboard.press('ArrowLeft')
  await expect(table.locator('[role=gridcell][id$="-0-1"]')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(table.locator('[role=gridcell][id$="-0-0"]')).toHaveAttribute('aria-selected', 'true')
  // A click on the other side of the table finds the cell that is there.
  await table.locator('[role=gridcell][id$="-2-1"]').click()
  await expect(table.locator('[role=gridcell][id$="-2-1"]')).toHaveAttribute('aria-selected', 'true')
  // Query texts are code.
  expect(await page.locator('.cm-content').evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
})

test('an English text on a dashboard begins beside the buttons of its widget, not below them (OPEN-525)', async ({
  adminPage: page,
  adminCall,
}) => {
  const board = await makeBoard(adminCall, 'نصوص')
  await addText(adminCall, board, '### Begins at the left', { col: 0, row: 0, sizeX: 6, sizeY: 3 })
  await page.goto(`/dashboard/${board.slug}?edit`)
  const menu = await page.getByRole('button', { name: 'قائمة العنصر' }).boundingBox()
  const begin = await page.getByRole('heading', { name: 'Begins at the left' }).evaluate((heading) => {
    const range = document.createRange()
    range.selectNodeContents(heading)
    return range.getBoundingClientRect().left
  })
  expect(begin).toBeGreaterThanOrEqual((menu?.x ?? 0) + (menu?.width ?? 0))
})

test('the end of an English name without room is cut, and not its beginning (OPEN-598)', async ({
  adminPage: page,
  workshop,
}) => {
  const name = 'Delayed departures of all carriers in the first half of the year'
  const query = await workshop.makeRunQuery({ name, query: `SELECT 'Berlin' AS "${name} by the airport of departure"` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/queries/${query.id}`)
  for (const text of [page.getByRole('heading', { level: 1 }), page.getByRole('columnheader', { name })]) {
    await expect(text).toBeVisible()
    expect(await text.evaluate(isBeginningSeen)).toBe(true)
  }
})

/** Runs in the page: whether the first letter of a text lies within all that surrounds it. */
function isBeginningSeen(element: Element): boolean {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
  if (text === null) return false
  const range = document.createRange()
  range.setStart(text, 0)
  range.setEnd(text, 1)
  const letter = range.getBoundingClientRect()
  const boxes: DOMRect[] = []
  for (let box = text.parentElement; box !== null && box !== element; box = box.parentElement)
    boxes.push(box.getBoundingClientRect())
  return [...boxes, element.getBoundingClientRect()].every(
    (box) => letter.left >= box.left - 1 && letter.right <= box.right + 1,
  )
}

test('a dashboard keeps the order of its columns, and its widgets begin at the right (OPEN-525, OPEN-526)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'أرقام' })
  const board = await makeBoard(call, 'لوحة المبيعات (2024)')
  await addTable(call, board, query, { col: 0, row: 0, sizeX: 2, sizeY: 8 })
  await addTable(call, board, query, { col: 2, row: 0, sizeX: 4, sizeY: 8 })
  await expectArabicPage(page, `/dashboard/${board.slug}`, /لوحة المبيعات/)
  const widgets = page.locator('[data-grid-item]')
  await expect(widgets).toHaveCount(2)
  expect(await middleOf(widgets.first())).toBeLessThan(await middleOf(widgets.nth(1)))
  expect(await widgets.first().evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
})

test('the URL and the code of an embed are written from left to right (OPEN-511)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ name: 'تضمين' })
  await page.goto(`/queries/${query.id}`)
  await page.getByRole('button', { name: 'مشاركة' }).click()
  await page.getByRole('menuitem', { name: 'تضمين في موقع آخر' }).click()
  const fields = page.getByRole('dialog').locator('[readonly]')
  await expect(fields).toHaveCount(2)
  for (const field of await fields.all())
    expect(await field.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
})
