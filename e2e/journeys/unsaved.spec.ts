import { api } from '@sightline/contract/api.ts'
import { ADMIN } from '../admin.ts'
import { expectAccessible } from '../page.ts'
import { editorOf, executeButton, expect, TEN_ROWS, test, toast, writeQuery } from '../queries.ts'
import { menuItem, openMenu, title } from '../query-page.ts'
import { expectToast } from '../toasts.ts'
import { watchRequests } from '../traffic.ts'

test('a user signs in again on the page when the session ends, and no edits are lost', async ({
  quietPage: page,
  product,
  workshop,
  adminCall,
}) => {
  const query = await workshop.makeQuery({ name: 'Long work' })
  // A separate session that the test may end.
  const context = page.context()
  const signIn = () => context.request.post(`${product.url}/login`, { data: { email: ADMIN.email, password: ADMIN.password } })
  await signIn()
  // The page asks for the health of its query by itself, which would open the dialog before the user does anything.
  await page.route('**/api/queries/health?*', (route) => route.fulfill({ json: [] }))
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, 'SELECT 11 AS eleven')
  await context.clearCookies()
  await page.keyboard.press('ControlOrMeta+s')

  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(dialog.getByLabel('Email')).toHaveValue(ADMIN.email)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('not this one')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Wrong email or password.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(editorOf(page)).toBeFocused()
  await expectToast(page, 'Query saved')
  expect((await adminCall(api.queries.get, { params: { id: query.id } })).query).toBe('SELECT 11 AS eleven')

  // Users of single sign-on have to sign in from another tab.
  await context.clearCookies()
  await executeButton(page).click()
  await expect(dialog.getByRole('link', { name: 'Sign In in Another Tab' })).toHaveAttribute('href', '/login')
  await signIn()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('gridcell', { name: '11' })).toBeVisible()
})

test('a save that loses its connection keeps the text, and the next save works (QPAGE-50)', async ({
  failingPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeQuery({})
  const lost = toast(page, 'Query could not be saved')
  const address = `**/api/queries/${query.id}`
  // The server saves the query, but the response is lost. The route stands before the page opens: the browser may send a request past
  // a route that was added just before.
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, 'SELECT 12')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(lost).toContainText('Please check your Internet connection and try again.')
  await expect(editorOf(page)).toHaveText('SELECT 12')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.unroute(address)
  await page.keyboard.press('ControlOrMeta+s')
  await expectToast(page, 'Query saved')
  await expect(page.getByRole('dialog', { name: 'Overwrite Query' })).toBeHidden()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  expect(await adminCall(api.queries.get, { params: { id: query.id } })).toMatchObject({ query: 'SELECT 12', version: 2 })
})

test('an open page stays open when a later request finds no connection (QPAGE-12)', async ({ failingPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({})
  await page.goto(`/queries/${query.id}`)
  await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
  let asked = 0
  await page.route(`**/api/queries/${query.id}`, (route) => {
    asked += 1
    return route.fulfill({ status: 502, body: 'Bad gateway' })
  })
  await page.getByText('Edit Source').click()
  await writeQuery(page, 'SELECT 12 AS twelve')
  // The page tries three times.
  await expect.poll(() => asked).toBe(3)
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await expect(editorOf(page)).toHaveText('SELECT 12 AS twelve')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  await writeQuery(page, TEN_ROWS)
})

test('edits left unsaved when the page closed are offered for restore', async ({ adminPage: page, adminCall, workshop }) => {
  const query = await workshop.makeQuery({})
  const address = `/queries/${query.id}/source`
  const offer = page.getByRole('status').filter({ hasText: 'that were not saved' })
  // Simulates a crash: the page cannot ask or store anything more.
  const reopen = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    const tab = await page.context().newPage()
    await tab.close()
    page.once('dialog', (question) => void question.accept())
    await page.goto(address)
  }
  await page.goto(address)
  await expect(editorOf(page)).toHaveText(TEN_ROWS)
  await writeQuery(page, 'SELECT {{ kept }}')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await reopen()
  await expect(offer).toContainText('You have changes from just now that were not saved.')
  await expect(editorOf(page)).toHaveText(TEN_ROWS)
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Restore' }).click()
  await expect(editorOf(page)).toHaveText('SELECT {{ kept }}')
  await expect(page.getByLabel('Kept')).toBeVisible()
  await expect(offer).toBeHidden()

  await adminCall(api.queries.update, { params: { id: query.id }, body: { query: 'SELECT 1' } })
  await reopen()
  await expect(offer).toContainText('The query was saved after that.')
  await offer.getByRole('button', { name: 'Discard' }).click()
  await expect(offer).toBeHidden()
  await page.goto(address)
  await expect(editorOf(page)).toHaveText('SELECT 1')
  await expect(offer).toBeHidden()

  // A new query that was never saved and is discarded on leaving.
  await page.goto('/queries/new')
  await writeQuery(page, 'SELECT 13')
  await page.getByRole('link', { name: 'Sightline, home' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/queries/new')
  await expect(editorOf(page)).toHaveText('')
  await expect(offer).toBeHidden()
})

test('each tab keeps its own edits, whose offer folds away while the user types (QPAGE-74)', async ({ adminPage: page }) => {
  const offer = page.getByRole('status').filter({ hasText: 'that were not saved' })
  page.on('dialog', (question) => void question.accept())
  await page.goto('/queries/new')
  await writeQuery(page, 'SELECT 1 AS first')
  const other = await page.context().newPage()
  await other.goto('/queries/new')
  await writeQuery(other, 'SELECT 2 AS second')
  await other.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await other.close()

  // Typing while drafts are offered must not replace any of them.
  await page.goto('/queries/new')
  await expect(offer).toBeVisible()
  await writeQuery(page, 'SELECT 3 AS third')
  await expect(offer).toBeHidden()
  await page.goto('/queries/new')
  const discard = offer.getByRole('button', { name: 'Discard' })
  await discard.click()
  await discard.click()
  await offer.getByRole('button', { name: 'Restore' }).click()
  // The newest drafts come first, and the first tab closed last.
  await expect(editorOf(page)).toHaveText('SELECT 2 AS second')
  await expect(offer).toBeHidden()
  await writeQuery(page, '')
})

test('edits that can no longer be saved can be copied', async ({ adminPage: page, adminCall, workshop }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const query = await workshop.makeQuery({})
  page.on('dialog', (question) => void question.accept())
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, 'SELECT 14')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await adminCall(api.queries.remove, { params: { id: query.id } })
  await page.reload()
  const offer = page.getByRole('status').filter({ hasText: 'You can no longer edit this query' })
  await offer.getByRole('button', { name: 'Copy' }).click()
  await expect(offer.getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('SELECT 14')
})

test('a fork asks about unsaved changes first and offers them afterwards (QPAGE-14)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({ name: 'Forked while written' })
  const forks = watchRequests(page, 'POST', /\/fork$/)
  await page.goto(`/queries/${query.id}/source`)
  await writeQuery(page, 'SELECT 15')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await openMenu(page)
  await menuItem(page, 'Fork').click()
  const question = page.getByRole('dialog', { name: 'Fork Query' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(forks).toEqual([])
  await openMenu(page)
  await menuItem(page, 'Fork').click()
  await question.getByRole('button', { name: 'Fork' }).click()
  await expect(title(page)).toHaveText(`Copy of (#${query.id}) Forked while written`)
  await page.goto(`/queries/${query.id}/source`)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(editorOf(page)).toHaveText('SELECT 15')
  await writeQuery(page, TEN_ROWS)
})
