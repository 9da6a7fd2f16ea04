import { expect, type Locator, type Page } from '@playwright/test'

/** Jiggles the pointer until the element appears: a chart reacts to the pointer only shortly after it is drawn. */
export const pointUntilVisible = (page: Page, { x, y }: { x: number; y: number }, element: Locator) =>
  expect(async () => {
    await page.mouse.move(x - 2, y)
    await page.mouse.move(x, y)
    await expect(element).toBeVisible({ timeout: 1_000 })
  }).toPass()
