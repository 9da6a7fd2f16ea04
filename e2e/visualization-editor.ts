import type { Page } from '@playwright/test'
import { expectToast } from './toasts.ts'

/** The full-screen editor of a visualization. */
export const visualizationEditor = (page: Page) => page.getByRole('dialog', { name: 'Visualization Editor' })
export const openTab = (page: Page, name: string) => visualizationEditor(page).getByRole('tab', { name }).click()
export const previewOf = (page: Page) => visualizationEditor(page).getByRole('region', { name: 'Preview' })

/** Saves and returns the options that were sent. */
export async function savedOptions(page: Page) {
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && /\/api\/visualizations(\/\d+)?$/.test(request.url()),
  )
  await visualizationEditor(page).getByRole('button', { name: /^Save/ }).click()
  await expectToast(page, 'Visualization saved')
  return (await sent).postDataJSON().options
}
