import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, watchConsole } from '../page.ts'
import { type RunningProduct, startProduct } from '../product.ts'
import { slowDownPages } from '../slowness.ts'
import { previewOf, visualizationEditor } from '../visualization-editor.ts'

const PASSWORD = 'a sentence works well'

/** A newcomer's path from the first start to a saved chart. The tests share one server and run in order. */
test.describe
  .serial('from setup to the first chart', () => {
    let product: RunningProduct
    let page: Page
    let errors: string[]

    test.beforeAll(async ({ browser }) => {
      slowDownPages(browser)
      product = await startProduct()
      page = await (await browser.newContext()).newPage()
      errors = watchConsole(page)
    })
    test.afterAll(async () => {
      await page.context().close()
      await product.stop()
    })
    test.afterEach(() => expect(errors.splice(0), 'errors in the console').toEqual([]))

    test('every page redirects to setup while no user exists (OPEN-67)', async () => {
      await page.goto(`${product.url}/queries`)
      await expect(page).toHaveURL(/\/setup/)
      await expect(page.getByText('one-time')).toBeVisible()
    })

    test('the printed URL opens the setup page, which validates its fields (OPEN-67, FORM-01, FORM-03)', async () => {
      await page.goto(product.printedAddress)
      await expect(page.getByRole('heading', { name: 'Set up Sightline' })).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel('Name').fill('Mara Okafor')
      await page.getByLabel('Email').fill('mara@')
      await page.getByRole('button', { name: 'Create account and open Sightline' }).click()
      await expect(page.getByText('This field must be a valid email.')).toBeVisible()
      await expect(page.getByText('This field is required.').first()).toBeVisible()
    })

    test('setup signs the user in with the calendar of the browser and opens home with the checklist (OPEN-67, HOME-09, SHELL-39, ORG-17)', async () => {
      await page.getByLabel('Organization').fill('Meridian Air')
      await page.getByLabel('Email').fill('mara@example.com')
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Create account and open Sightline' }).click()
      await expect(page.getByRole('heading', { name: 'Welcome to Sightline' })).toBeVisible()
      const { settings } = await (await page.request.get(`${product.url}/api/settings/organization`)).json()
      expect(settings).toMatchObject({ time_zone: 'UTC', week_start: 'Monday' })
      await expectAccessible(page)
    })

    test('the sample data appears on home by itself, and a newcomer opens a query and sees its chart (HOME-02, HOME-12)', async () => {
      await expect(page.getByRole('link', { name: /^Flight operations/ }).first()).toBeVisible({ timeout: 60_000 })
      await expect(page.getByRole('status')).toHaveCount(0)
      // Installing the sample data publishes the dashboard last.
      const boards = async () => (await page.request.get(`${product.url}/api/dashboards?q=flight`)).json()
      await expect.poll(async () => (await boards()).results[0]?.is_draft, { timeout: 60_000 }).toBe(false)
      await page.goto(`${product.url}/queries`)
      await page.getByRole('link', { name: 'Flights per day' }).click()
      await page.getByRole('tab', { name: 'Flights per day' }).click()
      await expect(page.getByRole('img', { name: /Flights per day/ })).toBeVisible()
      await expectAccessible(page)
    })

    test('a new query runs with mod+enter and shows its rows (QPAGE-01, EDIT-19, EXEC-05)', async () => {
      await page.goto(`${product.url}/queries/new`)
      await writeQuery(page, 'SELECT origin, count(*) AS flights FROM flights GROUP BY ALL ORDER BY flights DESC LIMIT 10')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('gridcell', { name: 'ORD' })).toBeVisible()
      await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
    })

    test('a mistake shows the database error, and the next run works (EXEC-20, EXEC-26, EXEC-28)', async () => {
      await writeQuery(page, 'SELECT nothing FROM flights')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText('Error running query:')).toBeVisible()
      await expect(page.getByText(/"nothing" not found/)).toBeVisible()
      await writeQuery(page, 'SELECT origin, count(*) AS flights FROM flights GROUP BY ALL ORDER BY flights DESC LIMIT 12')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText('12 rows', { exact: true })).toBeVisible()
      await expect(page.getByText('Error running query:')).toBeHidden()
    })

    test('renaming and saving keeps the query (EDIT-18, QPAGE-07, QPAGE-22, QPAGE-44)', async () => {
      await page
        .getByRole('button', { name: /New Query/ })
        .first()
        .click()
      await expect(page.getByRole('textbox', { name: 'Name of the query' })).toBeFocused()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Busiest airports')
      await page.keyboard.press('Enter')
      await page.locator('.cm-content').click()
      await page.keyboard.press('Control+s')
      await expect(page.getByText(/Query saved/)).toBeVisible()
      await expect(page).toHaveURL(/\/queries\/\d+\/source/)
      await page.reload()
      await expect(page.getByText('Busiest airports').first()).toBeVisible()
      await expect(page.getByRole('gridcell', { name: 'ORD' })).toBeVisible()
    })

    test('a chart is created, drawn and saved (VIZ-13, VIZ-15)', async () => {
      await page
        .getByRole('tab', { name: 'New Visualization' })
        .or(page.getByRole('button', { name: 'New Visualization' }))
        .click()
      const editor = visualizationEditor(page)
      await expect(previewOf(page).locator('canvas')).toBeVisible()
      await expectAccessible(page)
      await editor.getByLabel('Visualization Name').fill('Departures')
      await editor.getByRole('button', { name: /^Save/ }).click()
      await expect(page.getByText('Visualization saved')).toBeVisible()
      await expect(page.getByRole('tab', { name: 'Departures' })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('img', { name: /Departures/ })).toBeVisible()
    })

    test('the rows download as CSV (DL-01, DL-02, DL-06)', async () => {
      await page.getByRole('button', { name: 'Download' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Download as CSV File', exact: true }).click(),
      ])
      expect(download.suggestedFilename()).toMatch(/^Busiest_airports_\d{4}_\d{2}_\d{2}\.csv$/)
      const text = await readFile(await download.path(), 'utf8')
      expect(text.split('\r\n')[0]).toBe('origin,flights')
      expect(text.trimEnd().split('\r\n')).toHaveLength(13)
    })

    test('Show Data Only shows the chart without the editor (QPAGE-03, QPAGE-12, SHELL-01)', async () => {
      await page.getByRole('button', { name: 'Show Data Only' }).click()
      await expect(page).toHaveURL(/\/queries\/\d+(#|$)/)
      await expect(page.locator('.cm-content')).toBeHidden()
      await expect(page.getByRole('button', { name: 'Edit Source' })).toBeVisible()
      await expectAccessible(page)
    })

    test('signing out ends the session (SES-02, SES-04, SHELL-30)', async () => {
      await page.getByRole('button', { name: 'Profile of Mara Okafor' }).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
      await expect(page).toHaveURL(/\/login/)
      await page.goto(`${product.url}/queries?page=1`)
      await expect(page).toHaveURL(`${product.url}/login?next=%2Fqueries%3Fpage%3D1`)
      await expectAccessible(page)
    })

    test('a wrong password is refused (SES-05, OPEN-66)', async () => {
      await page.getByLabel('Email').fill('mara@example.com')
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByLabel('Password', { exact: true }).press('Enter')
      await expect(page.getByText('Wrong email or password.')).toBeVisible()
      await expect(page).toHaveURL(/\/login/)
    })

    test('the right password leads to the URL that was requested (SES-03)', async () => {
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Password', { exact: true }).press('Enter')
      await expect(page).toHaveURL(/\/queries\?page=1/)
    })
  })

/** Replaces the text in the editor. */
async function writeQuery(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+A')
  await page.keyboard.insertText(text)
}
