import type { Route } from '@playwright/test'
import { expectAccessible, withoutPermissions } from '../page.ts'
import { editorOf, expect, openNewQuery, test } from '../queries.ts'

test('the command palette goes everywhere by keyboard, also from the editor', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({ name: 'Palette target' })
  // Unnamed queries must not match.
  await workshop.makeQuery({ name: 'New Query' })
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const field = palette.getByRole('combobox', { name: 'Command palette' })
  const option = (name: string) => palette.getByRole('option', { name })
  await page.goto('/queries')
  await expect(page.getByRole('heading', { name: 'Queries' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await expect(option('All Dashboards')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('palette targ')
  await expect(option('Palette target')).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/queries/${query.id}`)

  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('new que')
  await expect(palette.getByRole('group', { name: 'Search Results' }).getByRole('option').first()).toBeVisible()
  const command = palette.getByRole('group', { name: 'Actions' }).getByRole('option', { name: 'New Query' })
  await expect(command).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/queries/new')
  await editorOf(page).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('no such thing')
  await expect(palette.getByText("Sorry, we couldn't find anything.")).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(editorOf(page)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('theme dark')
  await expect(option('Theme: Dark')).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await withoutPermissions(page, 'create_query')
  await page.goto('/')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('quer')
  await expect(option('All Queries')).toBeVisible()
  await expect(command).toBeHidden()
})

test('the input of the command palette stays in place, however many results it shows', async ({ adminPage: page }) => {
  await page.goto('/queries')
  await expect(page.getByRole('heading', { name: 'Queries' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const field = palette.getByRole('combobox', { name: 'Command palette' })
  await expect(palette.getByRole('option', { name: 'All Dashboards' })).toBeVisible()
  const all = await field.boundingBox()
  await field.fill('no such thing')
  await expect(palette.getByText("Sorry, we couldn't find anything.")).toBeVisible()
  expect(await field.boundingBox()).toEqual(all)
})

test('the command palette opens with the same key on non-Latin keyboard layouts and returns the focus', async ({
  adminPage: page,
}) => {
  await openNewQuery(page, 'SELECT 1')
  const palette = page.getByRole('dialog', { name: 'Commands' })
  await editorOf(page).dispatchEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true })
  await expect(palette.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await page.keyboard.type('all queries')
  await expect(palette.getByRole('option', { name: 'All Queries' })).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  // The focus must also return if the user stays on the page.
  const leaving = page.getByRole('dialog', { name: 'Are you sure you want to leave this page?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await expect(leaving).toBeHidden()
  await expect(editorOf(page)).toBeFocused()
})

test('a failed search does not claim that nothing was found (SHELL-19)', async ({ adminPage: page }) => {
  const refuse = (route: Route) => route.fulfill({ status: 400, json: { message: 'The index is being built.' } })
  await page.route(/api\/(queries|dashboards|search)\?.*q=/, refuse)
  await page.goto('/alerts')
  await page.getByRole('combobox', { name: 'Search queries...' }).fill('flight')
  await expect(page.getByRole('listbox', { name: 'Search results' })).toHaveText('The index is being built.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('flight')
  await expect(page.getByRole('dialog', { name: 'Commands' }).getByText('The index is being built.')).toBeVisible()
})

test('the header search shows results while the user types (SHELL-19)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({ name: 'Header <b>found</b>' })
  await page.goto('/queries')
  const search = page.getByRole('combobox', { name: 'Search queries...' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('header found')
  const option = page.getByRole('option', { name: 'Header <b>found</b>' })
  await expect(option).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('data-combobox-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/queries/${query.id}`)
  // Enter without a selected result opens the list.
  await search.fill('header found')
  await expect(option).toBeVisible()
  await search.press('Enter')
  await expect(page).toHaveURL('/queries?q=header+found')
  await expect(search).toHaveValue('')
})

test('the command palette finds tables, visualizations and texts, says why, and opens a query of a table (OPEN-233)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeQuery({ name: 'Wombats', query: 'SELECT 1 AS burrows -- wombatology' })
  const palette = page.getByRole('dialog', { name: 'Commands' })
  const field = palette.getByRole('combobox', { name: 'Command palette' })
  const results = palette.getByRole('group', { name: 'Search Results' }).getByRole('option')
  const openPalette = async (term: string) => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field).toBeFocused()
    await page.keyboard.type(term)
  }
  await page.goto('/queries')
  await expect(page.getByRole('heading', { name: 'Queries' })).toBeVisible()

  await openPalette('wombatolo')
  await expect(results).toHaveText([/^WombatsUnpublishedQuery, query text .*-- wombatology$/])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/queries/${query.id}`)

  // Tables are found once their schema has been read.
  const schema = page.waitForResponse(/\/schema/)
  await openNewQuery(page, '')
  await schema
  await openPalette('penguins')
  const table = results.filter({ hasText: 'Table in' }).first()
  await expect(table).toContainText('penguins')
  await table.click()
  await expect(page).toHaveURL('/queries/new')
  await expect(editorOf(page)).toContainText(/SELECT \* FROM .*penguins LIMIT 10/)

  // An unsaved query is replaced only after a question.
  await openPalette('weather')
  await results.filter({ hasText: 'Table in' }).first().click()
  const question = page.getByRole('dialog', { name: 'Replace the query in the editor?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(editorOf(page)).toContainText('penguins LIMIT 10')

  await openPalette('no such wombat')
  await expect(palette.getByText(/couldn't find anything. Searched: pages, actions, queries, dashboards, /)).toBeVisible()
})

test('the command palette fits a phone (OPEN-233)', async ({ adminPage: page, workshop }) => {
  await workshop.makeQuery({ name: `Quoll ${'long '.repeat(30)}`, query: 'SELECT 1' })
  await page.setViewportSize({ width: 390, height: 780 })
  await page.goto('/queries')
  await expect(page.getByRole('heading', { name: 'Queries' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill('quoll')
  await expect(page.getByRole('option', { name: /^Quoll/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
})
