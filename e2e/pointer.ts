import { expect, type Locator, type Page } from '@playwright/test'

/** Jiggles the pointer until the element appears: a chart reacts to the pointer only shortly after it is drawn. */
export const pointUntilVisible = (page: Page, { x, y }: { x: number; y: number }, element: Locator) =>
  expect(async () => {
    await page.mouse.move(x - 2, y)
    await page.mouse.move(x, y)
    await expect(element).toBeVisible({ timeout: 1_000 })
  }).toPass()

/**
 * Clicks on a part of a drawn chart.
 * @param part of its width and of its height, each 0 to 1
 */
export async function clickInChart(chart: Locator, [x, y]: [number, number], button: 'left' | 'right' = 'left'): Promise<void> {
  await expect(chart).toHaveAttribute('data-drawn', '')
  // The chart takes another size while the page around it still loads, which can move the position out of it.
  await expect(async () => {
    const box = await chart.boundingBox()
    if (box === null) throw new Error('There is no chart.')
    const position = { x: box.width * x, y: box.height * y }
    await chart.click({ position, trial: true, timeout: 5_000 })
    expect(await chart.boundingBox()).toMatchObject({ width: box.width, height: box.height })
    // If the chart has shrunk meanwhile, another element is there. No click takes as long, and one that has succeeded is not repeated.
    await chart.click({ position, button, timeout: 30_000 })
  }).toPass()
}
