import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'

/** Whether this run takes the pictures of the guide (`npm run pictures`). */
const isTaking = process.env.SIGHTLINE_PICTURES !== undefined

/**
 * Takes a picture for the guide, in `docs/images/<name>.png`; other runs take none. The guide thereby shows what the journeys
 * have checked.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (!isTaking) return
  await page.mouse.move(0, 0)
  await page.screenshot({
    path: fileURLToPath(new URL(`../docs/images/${name}.png`, import.meta.url)),
    // Messages about what has just happened would cover the page.
    style: '[data-toasts] { visibility: hidden }',
  })
}
