import type { Page } from '@playwright/test'
import { button, dialog } from '../boards.ts'
import { bar } from '../parameters.ts'
import { picture } from '../pictures.ts'
import { choose, expect, test } from '../queries.ts'
import { rename } from '../query-page.ts'
import { expectToast } from '../toasts.ts'
import { previewOf, visualizationEditor } from '../visualization-editor.ts'

const BUSIEST = `SELECT origin,
       count(*) AS flights,
       round(avg(delay_min), 1) AS avg_delay
FROM flights
GROUP BY origin
ORDER BY flights DESC
LIMIT 12`
const FAR = BUSIEST.replace('GROUP BY', 'WHERE distance_mi >= {{ least }}\nGROUP BY')

/** Replaces the text in the editor. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}

async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Flight operations/ }).first()).toBeVisible()
}

// A newcomer's server has the sample data and nothing else.
test.use({ settings: { SIGHTLINE_ORG_NAME: 'Newcomers' }, viewport: { width: 1200, height: 750 } })

test('a newcomer follows the tutorial from a question to a published dashboard (HELP-09)', async ({ adminPage: page }) => {
  await openHome(page)
  await page.keyboard.press('c')
  await page.keyboard.press('q')
  await expect(page.locator('.cm-content')).toBeVisible()
  await write(page, BUSIEST)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('gridcell', { name: 'ORD' })).toBeVisible()
  await picture(page, 'first-steps-query')

  await rename(page, 'Busiest airports')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/queries\/\d+\/source/)

  await page.getByRole('tab', { name: 'New Visualization' }).or(button(page, 'New Visualization')).click()
  const editor = visualizationEditor(page)
  await expect(previewOf(page).locator('canvas')).toBeVisible()
  await editor.getByLabel('Visualization Name').fill('Departures')
  await picture(page, 'first-steps-chart')
  await editor.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('img', { name: /Departures/ })).toBeVisible()

  await write(page, FAR)
  await button(page, 'Parameter settings').click()
  await button(page, 'Settings of Least').click()
  const settings = dialog(page, 'Least')
  await choose(page, 'Type', 'Number')
  await button(settings, 'OK').click()
  await bar(page).getByLabel('Least').fill('1000')
  await bar(page)
    .getByRole('button', { name: /^Apply Changes/ })
    .click()
  await expect(page.getByRole('img', { name: /Departures/ })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expectToast(page, 'Query saved')
  await picture(page, 'first-steps-parameter')

  await button(page, 'Add to Dashboard').click()
  const adding = dialog(page, 'Add to Dashboard')
  await adding.getByRole('textbox').fill('Airports')
  await adding.getByRole('button', { name: 'Add to a new dashboard “Airports”' }).click()
  await expect(adding).toBeHidden()

  await page.goto('/dashboards')
  await page.getByRole('link', { name: 'Airports' }).click()
  await expect(page.getByRole('img', { name: /Departures/ })).toBeVisible()
  await button(page, 'Publish').click()
  await expect(button(page, 'Publish')).toBeHidden()
  await picture(page, 'first-steps-dashboard')
})
