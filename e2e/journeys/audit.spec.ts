import { readFileSync } from 'node:fs'
import { api } from '@sightline/contract/api.ts'
import { expect, expectAccessible, setTheme, test, withoutPermissions } from '../page.ts'

// Needs its own server because the log covers the whole installation.
test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Audit office' } })

test.beforeAll(async ({ adminCall }) => {
  const { settings } = await adminCall(api.settings.get)
  const other = settings.date_format === 'DD/MM/YY' ? 'YYYY-MM-DD' : 'DD/MM/YY'
  await adminCall(api.settings.save, { body: { date_format: other } })
  await adminCall(api.dataSources.create, {
    body: { name: `Ledger ${Date.now()}`, type: 'duckdb', options: { dbpath: ':memory:' } },
  })
})

test('the audit log shows events with links to their objects, and their details (OPEN-186)', async ({ adminPage: page }) => {
  await page.goto('/settings/audit')
  await expect(page.getByRole('row').nth(1)).toContainText('Created a data source')
  await expect(
    page
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: /^Ledger/ }),
  ).toHaveAttribute('href', /^\/data_sources\/\d+$/)
  await page.getByRole('button', { name: 'Changed the settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Changed the settings' })
  await expect(dialog).toContainText('date format')
  await expect(dialog).toContainText('→')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('filters are kept in the URL and cleared with one click', async ({ adminPage: page }) => {
  await page.goto('/settings/audit')
  await page.getByRole('combobox', { name: 'Action' }).fill('settings')
  await page.getByRole('option', { name: 'Changed the settings' }).click()
  await expect(page).toHaveURL(/action=settings\.change/)
  await expect(page.getByRole('button', { name: 'Created a data source' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Changed the settings' }).first()).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search people...' }).fill('nobody of this name')
  await expect(page).toHaveURL(/actor=nobody/)
  // The earlier entries stay, dimmed, until the answer is there.
  await expect(page.getByRole('button', { name: 'Changed the settings' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/settings\/audit$/)
  await expect(page.getByRole('button', { name: 'Created a data source' }).first()).toBeVisible()

  await page.goto('/settings/audit?action=data_source&from=2020-01-01&to=2020-01-02')
  await expect(page.getByRole('button', { name: 'Clear search' })).toBeVisible()
  await expect(page.getByText('Created a data source')).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Created a data source' }).first()).toBeVisible()
})

test('the audit log is downloaded with the current filters', async ({ adminPage: page }) => {
  await page.goto('/settings/audit?action=data_source.create')
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^audit_\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...lines] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(head).toMatch(/^created_at,action,actor_id/)
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toContain('data_source.create')
})

test('only admins can open the audit log', async ({ adminPage: page }) => {
  await withoutPermissions(page, 'admin')
  await page.goto('/settings/audit')
  await expect(page.getByText(/permission to see this page/)).toBeVisible()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the audit log is accessible (${theme})`, async ({ adminPage: page }) => {
    await page.goto('/settings/audit')
    await setTheme(page, theme)
    await expect(page.getByRole('button', { name: 'Created a data source' }).first()).toBeVisible()
    await page.screenshot({ path: `test-results/screens/audit-${theme}.png`, animations: 'disabled' })
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `test-results/screens/audit-narrow-${theme}.png`, animations: 'disabled' })
    await expectAccessible(page)
  })
}
