import type { Page, Request } from '@playwright/test'
import { queries } from '@sightline/contract/queries.ts'
import { cellAt, ENDLESS, editorOf, executeButton, expect, openNewQuery, test } from '../queries.ts'
import { rename, title } from '../query-page.ts'
import { expectToast } from '../toasts.ts'
import { holdAnswer } from '../traffic.ts'

const creations = '**/api/queries'

const isCreation = (request: Request) => request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/api/queries')

/** Waits for a query id in the URL and returns it. */
async function savedId(page: Page): Promise<number> {
  await page.waitForURL(/\/queries\/\d+\/source/)
  return Number(/\d+/.exec(new URL(page.url()).pathname)?.[0])
}

test('typing goes on while a new query and its table are saved, and undo works across the save (QPAGE-44, OPEN-14)', async ({
  adminPage: page,
  adminCall,
}) => {
  await openNewQuery(page, 'SELECT 21 AS one')
  await executeButton(page).click()
  await expect(cellAt(page, 0, 0)).toHaveText('21')
  await expect(page.getByRole('tab')).toHaveText(['Table'])
  const creation = await holdAnswer(page, creations, (route) => route.fallback())
  const sent = page.waitForRequest(isCreation)
  await editorOf(page).press('ControlOrMeta+s')
  await sent
  await page.keyboard.type(', 22 AS two')
  creation.release()
  const id = await savedId(page)
  await expectToast(page, 'Query saved')
  const { visualizations } = await adminCall(queries.get, { params: { id } })
  expect(visualizations.map(({ type, name, options }) => ({ type, name, options }))).toEqual([
    { type: 'TABLE', name: 'Table', options: {} },
  ])
  await page.keyboard.type(', 23 AS three')
  await expect(editorOf(page)).toHaveText('SELECT 21 AS one, 22 AS two, 23 AS three')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(cellAt(page, 0, 0)).toHaveText('21')
  expect((await adminCall(queries.get, { params: { id } })).query).toBe('SELECT 21 AS one')

  await page.keyboard.press('ControlOrMeta+z')
  await expect(editorOf(page)).not.toContainText('three')
  await page.keyboard.press('ControlOrMeta+y')
  await expect(editorOf(page)).toContainText('three')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  expect(await adminCall(queries.get, { params: { id } })).toMatchObject({
    query: 'SELECT 21 AS one, 22 AS two, 23 AS three',
    version: 2,
  })

  // The next new query starts empty and is offered no draft of this one.
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Query/ }).click()
  await expect(page).toHaveURL(/\/queries\/new$/)
  await expect(editorOf(page)).toHaveText('')
  await expect(page.getByText('that were not saved')).toBeHidden()
  await expect(title(page)).toHaveText('New Query')
})

test('a run keeps going while its query is saved for the first time (EXEC-18)', async ({ adminPage: page }) => {
  await openNewQuery(page, ENDLESS)
  await executeButton(page).click()
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await savedId(page)
  await expectToast(page, 'Query saved')
  await cancel.click()
  await expect(page.getByText(/^Cancelled after /)).toBeVisible()
})

test('a name entered while a new query is being saved is saved too (QPAGE-07)', async ({ adminPage: page, adminCall }) => {
  await openNewQuery(page, 'SELECT 24')
  const creation = await holdAnswer(page, creations, (route) => route.fallback())
  const sent = page.waitForRequest(isCreation)
  await editorOf(page).press('ControlOrMeta+s')
  await sent
  await rename(page, 'Titled meanwhile')
  creation.release()
  const id = await savedId(page)
  await expect(title(page)).toHaveText('Titled meanwhile')
  await expectToast(page, 'Query saved and published')
  expect(await adminCall(queries.get, { params: { id } })).toMatchObject({ name: 'Titled meanwhile', is_draft: false })
})

test('a new query that was saved but could not be published is saved only once (QPAGE-50)', async ({
  failingPage: page,
  adminCall,
}) => {
  await page.route('**/api/queries/*', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
  await openNewQuery(page, 'SELECT 25')
  await rename(page, 'Saved once')
  await editorOf(page).press('ControlOrMeta+s')
  await expectToast(page, 'Query could not be saved')
  const id = await savedId(page)
  await page.unroute('**/api/queries/*')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expectToast(page, 'Query saved and published')
  const { results } = await adminCall(queries.list)
  expect(results.filter(({ name }) => name === 'Saved once').map((query) => query.id)).toEqual([id])
})

test('a user who leaves while a new query is saved is not taken back to it (QPAGE-53)', async ({ adminPage: page }) => {
  await openNewQuery(page, 'SELECT 26')
  const creation = await holdAnswer(page, creations, (route) => route.fallback())
  const sent = page.waitForRequest(isCreation)
  await editorOf(page).press('ControlOrMeta+s')
  await sent
  await page.getByRole('link', { name: 'Alerts' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Alerts' })).toBeVisible()
  creation.release()
  await expectToast(page, 'Query saved')
  await expect(page).toHaveURL(/\/alerts$/)
})
