import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { type Board, button, dialog, open } from './boards.ts'
import { type AdminCall, expect } from './page.ts'

/** Turns on public access to a dashboard. @returns its public URL */
export const share = async (call: AdminCall, { id }: Board): Promise<string> =>
  (await call(api.dashboards.share, { params: { slug: String(id) } })).public_url

export const publicSwitch = (page: Page) => dialog(page, 'Share Dashboard').getByRole('switch', { name: 'Allow public access' })

export async function openSharing(page: Page, board: Board): Promise<void> {
  await open(page, board)
  await button(page, 'Share').click()
  await expect(dialog(page, 'Share Dashboard')).toBeVisible()
}
