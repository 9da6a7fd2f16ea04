import type { Page } from '@playwright/test'
import { expectAccessible } from '../page.ts'
import { executeButton, expect, openNewQuery, test, writeQuery } from '../queries.ts'

test('a selection is run alone, unsaved, with the parameters of the whole query (EDIT-31, OPEN-39)', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, "SELECT 'first' AS word;\nSELECT '{{ word }}' AS word")
  await page.getByRole('textbox', { name: 'Word' }).fill('second')
  await page.getByRole('button', { name: /^Apply/ }).click()
  await expect(page.getByRole('button', { name: /^Apply/ })).toBeHidden()
  await page.locator('.cm-line').last().click()
  await page.keyboard.press('End')
  await expect(executeButton(page)).not.toHaveAccessibleName('Execute Selected')
  const place = await executeButton(page).boundingBox()
  await page.keyboard.press('Shift+Home')
  await expect(executeButton(page)).toHaveAccessibleName('Execute Selected')
  expect(await executeButton(page).boundingBox()).toEqual(place)
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/query_results'))
  await executeButton(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ query: "SELECT '{{ word }}' AS word", parameters: { word: 'second' } })
  await expect(page.getByRole('gridcell', { name: 'second' })).toBeVisible()

  // The result is labeled until the whole query is run.
  await expect(page.getByText('Result of a part of the query')).toBeVisible()
  await expectAccessible(page)
  await writeQuery(page, "SELECT 'all' AS word")
  await expect(executeButton(page)).not.toHaveAccessibleName('Execute Selected')
  await expect(page.getByText('Result of a part of the query')).toBeVisible()
  await executeButton(page).click()
  await expect(page.getByRole('gridcell', { name: 'all' })).toBeVisible()
  await expect(page.getByText('Result of a part of the query')).toBeHidden()
})

/** Rectangles of the highlighted selection, in pixels. */
const selected = (page: Page) =>
  page
    .locator('.cm-selectionBackground')
    .evaluateAll((parts) =>
      parts.map((part) => part.getBoundingClientRect()).map(({ left, top, right, bottom }) => ({ left, top, right, bottom })),
    )

test('the selection stays visible when the focus is elsewhere (EDIT-31)', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT 1 AS first;\nSELECT 2 AS second')
  await page.keyboard.press('Shift+Home')
  // The highlight must cover exactly the characters of the line.
  const line = page.locator('.cm-line').last()
  const widthOfLetters = () =>
    line.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().width
    })
  await expect(async () => {
    const parts = await selected(page)
    expect(parts).toHaveLength(1)
    expect(parts[0]?.top).toBeGreaterThanOrEqual(((await line.boundingBox())?.y ?? 0) - 1)
    expect((parts[0]?.right ?? 0) - (parts[0]?.left ?? 0)).toBeCloseTo(await widthOfLetters(), 0)
  }).toPass()
  const colour = () =>
    page
      .locator('.cm-selectionBackground')
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await colour()).not.toBe('rgba(0, 0, 0, 0)')
  await page.getByRole('textbox', { name: 'Search schema' }).focus()
  await expect(page.locator('.cm-selectionBackground')).toHaveCount(1)
  expect(await colour()).not.toBe('rgba(0, 0, 0, 0)')
})

test('several cursors type in their own places, and undo reverts all of them', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT a\nSELECT b\nSELECT c')
  const lines = page.locator('.cm-line')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('Control+Alt+ArrowDown')
  await page.keyboard.press('Control+Alt+ArrowDown')
  await expect(page.locator('.cm-cursor')).toHaveCount(3)
  // Insert the text at once because undo splits slow typing into several steps.
  await page.keyboard.insertText('-- ')
  await expect(lines).toHaveText(['-- SELECT a', '-- SELECT b', '-- SELECT c'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(lines).toHaveText(['SELECT a', 'SELECT b', 'SELECT c'])
})

test('a line longer than the window scrolls with the cursor and can be scrolled back', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT 1\n')
  const scroller = page.locator('.cm-scroller')
  const widths = () => scroller.evaluate((element) => ({ all: element.scrollWidth, seen: element.clientWidth }))
  const short = await widths()
  expect(short.all).toBe(short.seen)
  // The cursor must be visible and next to the text.
  const isInSight = () =>
    page.evaluate(() => {
      const cursor = getSelection()?.getRangeAt(0).getBoundingClientRect()
      const seen = document.querySelector('.cm-scroller')?.getBoundingClientRect()
      return cursor !== undefined && seen !== undefined && cursor.left > seen.left && cursor.right < seen.right
    })
  for (let word = 0; word < 30; word++) {
    await page.keyboard.type('column_1, ')
    await expect.poll(isInSight).toBe(true)
  }
  const long = await widths()
  expect(long.all).toBeGreaterThan(long.seen)
  // The end of the line must be reachable by scrolling.
  const isReached = await page
    .locator('.cm-line')
    .last()
    .evaluate((line) => line.scrollWidth <= line.clientWidth)
  expect(isReached).toBe(true)
  await page.keyboard.press('Home')
  await expect.poll(() => scroller.evaluate((element) => element.scrollLeft)).toBe(0)
  // Text that fits has no horizontal scroll range.
  await writeQuery(page, 'SELECT 1')
  await page.keyboard.press('End')
  await expect.poll(widths).toEqual(short)
  // Pasting a long line must not scroll anything except the text.
  await writeQuery(page, `SELECT ${'column_1, '.repeat(30)}`)
  await expect.poll(isInSight).toBe(true)
  const movedAround = await scroller.evaluate((element) => {
    const moved = []
    for (let around = element.parentElement; around !== null; around = around.parentElement)
      if (around.scrollLeft !== 0 || around.scrollTop !== 0) moved.push(around.className)
    return moved
  })
  expect(movedAround).toEqual([])
})
