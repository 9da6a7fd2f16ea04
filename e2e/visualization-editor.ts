import type { Page } from '@playwright/test'
import { expect, type Workshop } from './queries.ts'
import { expectToast } from './toasts.ts'

/** The editor of a visualization: its preview and its settings, beside each other on the query page, or full screen. */
export const visualizationEditor = (page: Page) => page.getByLabel('Visualization Editor', { exact: true })
/** The editor while it fills the screen. */
export const fullScreenEditor = (page: Page) => page.getByRole('dialog', { name: 'Visualization Editor' })
/** The settings beside the result. */
export const settingsPanel = (page: Page) => page.getByRole('region', { name: 'Settings of the visualization' })
/** The cards of all types. */
export const typeCards = (page: Page) => page.getByRole('listbox', { name: 'Visualization Type' })
export const openTab = (page: Page, name: string) => visualizationEditor(page).getByRole('tab', { name }).click()
export const previewOf = (page: Page) => visualizationEditor(page).getByRole('region', { name: 'Preview' })

export const previewChart = (page: Page) => visualizationEditor(page).getByRole('img', { name: / chart/ })
export const editorButton = (page: Page, name: string) => visualizationEditor(page).getByRole('button', { name, exact: true })
export const saveButton = (page: Page) => visualizationEditor(page).getByRole('button', { name: /^Save/ })

/** A result with two series, and the columns of a chart that shows them. */
export const TWO_SERIES = 'SELECT i AS n, i * i AS squared, 10 * i AS tens FROM range(10) t(i)'
export const MAPPING = { n: 'x', squared: 'y', tens: 'y' }

/** Waits for the request that saves a visualization. */
export const sentVisualization = (page: Page) =>
  page.waitForRequest((request) => request.method() === 'POST' && /\/api\/visualizations(\/\d+)?$/.test(request.url()))

/** Saves and returns the options that were sent. */
export async function savedOptions(page: Page) {
  const sent = sentVisualization(page)
  await saveButton(page).click()
  await expectToast(page, 'Visualization saved')
  return (await sent).postDataJSON().options
}

/** Opens the editor of a new line chart with two series. */
export async function editGrowthChart(page: Page, workshop: Workshop): Promise<void> {
  const query = await workshop.makeRunQuery({ query: TWO_SERIES })
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Growth', {
    globalSeriesType: 'line',
    columnMapping: MAPPING,
  })
  await page.goto(`/queries/${query.id}#${id}`)
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  await expect(previewChart(page)).toBeVisible()
}
