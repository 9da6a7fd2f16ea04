import { readFileSync } from 'node:fs'
import { api } from '@sightline/contract/api.ts'
import { expect, expectAccessible, setTheme, withoutPermissions } from '../page.ts'
import { choose, dialog, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'

// Needs its own server because it deletes data that other journeys use.
test.use({ settings: { SIGHTLINE_ORG_NAME: 'Spring cleaning' } })

test('broken queries are archived and results deleted in bulk after confirmation', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const broken = await workshop.makeQuery({ name: 'Broken since May', query: 'SELECT * FROM nowhere' })
  for (let run = 0; run < 3; run++) {
    await adminCall(api.executions.runQuery, { params: { id: broken.id }, body: { max_age: 0, wait: 20_000 } })
  }
  const good = await workshop.makeRunQuery({ name: 'Far too large', query: 'SELECT * FROM range(50000)' })
  await page.goto('/admin/status')
  await page.getByRole('link', { name: 'Clean-up' }).click()
  await expect(page.getByText('No unused queries.')).toBeVisible()

  await page.getByText('Broken Queries').click()
  await expect(page).toHaveURL('/admin/clean_up?what=broken')
  await choose(page, 'Failed', 'Failed 3 runs')
  await page.getByRole('checkbox', { name: `Choose ${broken.name}` }).check()
  await expect(page.getByText('1 chosen')).toBeVisible()
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    await expectAccessible(page)
  }
  await page.getByRole('checkbox', { name: `Choose ${broken.name}` }).check()
  await page.getByRole('button', { name: 'Archive' }).click()
  const question = dialog(page, 'Archive 1 query')
  await expect(question).toContainText('They can still be opened by URL')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Archive' }).click()
  await expectToast(page, '1 archived.')
  await expect(page.getByText('No broken queries.')).toBeVisible()
  expect(await adminCall(api.queries.get, { params: { id: broken.id } })).toMatchObject({ is_archived: true })

  await page.getByText('Results by Size').click()
  const row = page.getByRole('row').filter({ hasText: good.name })
  await expect(row).toContainText('50,000')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page, 'Delete 1 result')).toContainText('no result until the next run')
  await dialog(page, 'Delete 1 result').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, '1 deleted.')
  await expect(row).toBeHidden()
  await page.getByText('Inactive Users').click()
  await expect(page.getByText('No inactive users.')).toBeVisible()

  await withoutPermissions(page, 'super_admin')
  await page.reload()
  await expect(page.getByText('It seems like you don’t have permission to see this page.')).toBeVisible()
})

test('everything is exported, and a file is imported after a preview of its changes', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({ name: 'Word of mouth', query: "SELECT 'taken along' AS word" })
  await page.goto('/admin/transfer')
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export Everything' }).click()
  const exported = readFileSync(await (await file).path(), 'utf8')
  expect(JSON.parse(exported)).toMatchObject({ format: 'sightline-export' })

  const send = (text: string) =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'old.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await send('no JSON')
  await expect(page.getByRole('alert')).toContainText('The file is not JSON.')
  await send(exported.replaceAll(query.name, 'Brought along'))
  const counts = page.getByRole('table', { name: 'Contents of the file' })
  await expect(page.getByText('old.json contains:')).toBeVisible()
  await expect(
    counts
      .getByRole('row', { name: /^Queries/ })
      .getByRole('cell')
      .first(),
  ).toHaveText('1')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expectToast(page, 'Imported.')
  await expect(page.getByText('old.json was imported:')).toBeVisible()
  await page.goto('/queries')
  await expect(page.getByRole('link', { name: 'Brought along' })).toBeVisible()
})
