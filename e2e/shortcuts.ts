import type { Page } from '@playwright/test'
import { expect } from './page.ts'

/** Types a two-letter shortcut until it works: a busy browser may miss the limit of one second between the letters. */
export const followLetters = (page: Page, letters: string, path: string) =>
  expect(async () => {
    await page.keyboard.type(letters)
    await expect(page).toHaveURL(path, { timeout: 2_000 })
  }).toPass()
