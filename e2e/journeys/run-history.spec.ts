import { api } from '@sightline/contract/api.ts'
import { expectAccessible } from '../page.ts'
import { editorOf, executeButton, expect, test } from '../queries.ts'

// Runs of other journeys would be listed, too.
test.use({ settings: { SIGHTLINE_ORG_NAME: 'Run history' } })

test('the run history lists own runs, shows their results and opens their texts (OPEN-235)', async ({
  adminPage: page,
  workshop,
}) => {
  await workshop.makeRunQuery({ name: 'Seven', query: `SELECT 7777 AS seven -- ${'long '.repeat(40)}` })
  await page.goto('/')
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Run History' }).click()
  const run = page.getByRole('table', { name: 'Run History' }).getByRole('button', { name: /^Seven/ })
  await expect(run).toContainText('SELECT 7777 AS seven')
  await expect(page.getByRole('columnheader', { name: 'Rows' })).toBeInViewport()
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await expect(page).toHaveURL('/run_history?status=failed')
  await expect(run).toHaveCount(0)
  await page.goto('/run_history?q=7777')
  await run.click()
  const dialog = page.getByRole('dialog', { name: 'Seven' })
  await expect(dialog.getByRole('gridcell', { name: '7,777' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Open as New Query' }).click()
  await expect(page).toHaveURL('/queries/new')
  await expect(editorOf(page)).toContainText('SELECT 7777 AS seven')

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('run hist')
  await expect(page.getByRole('option', { name: 'Run History' })).toBeVisible()
})

test('a run in the run history names its data source and its values, and opens its query with them (OPEN-792)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeQuery({
    name: 'Towns',
    query: "SELECT 1 AS n WHERE 'Zurich' ILIKE '%{{ part }}%'",
    options: { parameters: [{ name: 'part', title: 'Part', type: 'text', passAsValue: true, value: 'ber' }] },
  })
  const body = { max_age: 0, wait: 30_000, parameters: { part: 'uri' } }
  await adminCall(api.executions.runQuery, { params: { id: query.id }, body })
  await page.goto('/run_history')
  const run = page.getByRole('table', { name: 'Run History' }).getByRole('button', { name: /^Towns/ })
  await expect(run).toContainText('Part: uri')
  await run.click()
  const dialog = page.getByRole('dialog', { name: 'Towns' })
  const facts = dialog.getByRole('definition')
  await expect(facts).toHaveText(['Sample data', 'Part: uri'])
  await expect(dialog.getByText("ILIKE '%uri%'")).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Open Query' }).click()
  await expect(page).toHaveURL(`/queries/${query.id}?p_part=uri`)
  await expect(page.getByRole('textbox', { name: 'Part' })).toHaveValue('uri')
})

test('on a phone, a failed run in the run history says why it failed (OPEN-315)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({ name: 'Broken', query: 'SELECT nowhere_column FROM flights' })
  await page.goto(`/queries/${query.id}/source`)
  await executeButton(page).click()
  await expect(page.getByText('Error running query:')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/run_history')
  const run = page.getByRole('table', { name: 'Run History' }).getByRole('button', { name: /^Broken/ })
  await expect(run.getByText(/^Binder Error: .*nowhere_column/)).toBeVisible()
  await expectAccessible(page)
})
