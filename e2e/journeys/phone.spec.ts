import type { Locator, Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { addTable, addText, button, makeBoard, open, widget } from '../boards.ts'
import { type AdminCall, expectAccessible, holdScripts } from '../page.ts'
import { editorOf, expect, test, type Workshop } from '../queries.ts'

test.use({ viewport: { width: 390, height: 844 } })

const heightOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.height ?? 0

test('the head of a query is one line, and Details shows the rest (SHELL-41)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Delay by airport and week in the year of the flights' })
  await adminCall(api.queries.update, {
    params: { id: query.id },
    body: { description: 'All departures.', tags: ['aviation'] },
  })
  await page.goto(`/queries/${query.id}`)
  const details = page.getByRole('button', { name: 'Details' })
  await expect(details).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('All departures.')).toBeHidden()
  await expect(page.getByText('aviation')).toBeHidden()
  expect(await heightOf(page, 'main header')).toBeLessThan(60)
  await expectAccessible(page)
  await details.click()
  await expect(page.getByText('All departures.')).toBeVisible()
  await expect(page.getByText('aviation')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refresh schedule: Never' })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('the menu has the lists, then what can be created, then administration and help (SHELL-40)', async ({
  adminPage: page,
}) => {
  await page.goto('/queries')
  await page.getByRole('button', { name: 'Open Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Sightline' }).getByRole('navigation')
  await expect(menu.getByRole('link').or(menu.getByRole('button'))).toHaveText([
    'Home',
    'Dashboards',
    'Favorite Dashboards',
    'Queries',
    'Favorite Queries',
    'Alerts',
    'New Query',
    'New Dashboard',
    'New Alert',
    'Data Sources',
    'Users',
    'Settings',
    'Help',
  ])
  await expectAccessible(page)
  await menu.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('dialog').locator('iframe')).toHaveAttribute('src', /help\/home/)
})

test('the list of queries shows when each was run last (LIST-34)', async ({ adminPage: page, workshop }) => {
  await workshop.makeRunQuery({})
  await page.goto('/queries')
  await expect(page.getByRole('columnheader', { name: 'Last Executed At' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Created At' })).toBeHidden()
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('a list has a card for each item, heads that sort, and room for fingers (OPEN-592, OPEN-593)', async ({
    adminPage: page,
    workshop,
  }) => {
    await workshop.makeRunQuery({ name: 'Delays by airline and week of the year' })
    await page.goto('/queries')
    const card = page.getByRole('row').filter({ hasText: 'Delays by airline and week of the year' }).first()
    const [name, time] = [card.getByRole('link'), card.getByRole('cell', { name: /ago|just now/ })]
    const below = async (part: Locator) => (await part.boundingBox())?.y ?? 0
    expect(await below(time)).toBeGreaterThan(await below(name))
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').tap()
    await expect(page).toHaveURL(/order=name/)
    expect(await page.getByRole('main').evaluate(smallTargets)).toEqual([])
    const search = page.getByRole('main').getByRole('searchbox')
    expect(await search.evaluate((field) => getComputedStyle(field).fontSize)).toBe('16px')
    await expectAccessible(page)
  })

  test('the text of a query has letters as large as those of fields (OPEN-593)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({ query: 'SELECT 1 AS n' })
    await page.goto(`/queries/${query.id}/source`)
    await expect(editorOf(page)).toContainText('SELECT 1 AS n')
    expect(await editorOf(page).evaluate((editor) => getComputedStyle(editor).fontSize)).toBe('16px')
    await expectAccessible(page)
  })
})

/** Runs in the page: links and buttons that are lower or narrower than 24 pixels. */
const smallTargets = (within: Element) =>
  [...within.querySelectorAll('a, button')]
    .filter((target) => {
      const { width, height } = target.getBoundingClientRect()
      return target.checkVisibility() && Math.min(width, height) < 24
    })
    .map((target) => target.textContent)

test('the pages of the settings are chosen from a list (SHELL-42)', async ({ adminPage: page }) => {
  await page.goto('/data_sources')
  const pages = page.getByRole('combobox', { name: 'Settings page' })
  await expect(pages).toHaveValue('/data_sources')
  await expectAccessible(page)
  await pages.selectOption('Query Snippets')
  await expect(page).toHaveURL('/query_snippets')
  await expect(pages).toHaveValue('/query_snippets')
  await page.goto('/admin/queries/tasks')
  await expect(pages.getByRole('option', { name: 'System Status', selected: true })).toBeAttached()
})

test('the chip of a period shows both of its dates (OPEN-201)', async ({ adminPage: page, workshop }) => {
  const value = { start: '2001-01-01 00:00', end: '2001-03-31 00:00' }
  const query = await workshop.makeQuery({
    query: "SELECT '{{ period.start }}' AS a, '{{ period.end }}' AS b",
    options: { parameters: [{ name: 'period', title: 'Period', type: 'datetime-range', value }] },
  })
  await page.goto(`/queries/${query.id}`)
  const text = page.getByRole('button', { name: /^Period/ }).getByText('2001-01-01 00:00 – 2001-03-31 00:00')
  await expect(text).toBeInViewport({ ratio: 1 })
  expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
})

test.describe('a dashboard on a phone', () => {
  /** Makes a dashboard of five tables that are a screen high together, each with a row of its own. */
  async function makeTables(adminCall: AdminCall, workshop: Workshop) {
    const board = await makeBoard(adminCall)
    for (const place of [0, 1, 2, 3, 4]) {
      const query = await workshop.makeRunQuery({ name: `Table ${place}`, query: `SELECT ${place + 100} AS n` })
      await addTable(adminCall, board, query, { col: 0, row: place * 8, sizeX: 6, sizeY: 8 })
    }
    return board
  }
  const table = (page: Page, place: number) => widget(page, `Table ${place} – Table`)
  const row = (page: Page, place: number) => table(page, place).getByText(`${place + 100}`, { exact: true })

  test('shows the widgets in view first, and the others when they come near (OPEN-800)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    await open(page, await makeTables(adminCall, workshop))
    await expect(row(page, 0)).toBeVisible()
    await expect(button(table(page, 0), 'Widget menu')).toBeVisible()
    await expect(table(page, 4)).toHaveText('Table 4')
    await expectAccessible(page)
    await table(page, 4).scrollIntoViewIfNeeded()
    await expect(row(page, 4)).toBeVisible()
    await expect(button(table(page, 4), 'Widget menu')).toBeVisible()
  })

  test('shows all widgets after a key, because Tab has to find their controls (OPEN-800)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    await open(page, await makeTables(adminCall, workshop))
    await expect(row(page, 0)).toBeVisible()
    await expect(table(page, 4)).toHaveText('Table 4')
    await page.keyboard.press('Tab')
    await expect(table(page, 4).getByRole('link', { name: 'Table 4' })).toBeAttached()
  })
})

test.describe('while the scripts are on their way to a phone', () => {
  /** Opens a page as the browser of a phone. @returns lets its scripts through */
  async function openEarly(page: Page, path: string): Promise<() => void> {
    const letThrough = await holdScripts(page)
    await page.route(`**${path}`, (route) =>
      route.continue({ headers: { ...route.request().headers(), 'user-agent': 'Mozilla/5.0 (Android 16; Mobile)' } }),
    )
    await page.goto(path, { waitUntil: 'commit' })
    return letThrough
  }
  const early = (page: Page) => page.locator('#first-texts')
  const topOf = async (element: Locator) => Math.round((await element.boundingBox())?.y ?? 0)

  test('the name and the text of a query are at the places where the page has them (OPEN-801)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ name: 'Seen early', query: 'SELECT 1 AS early' })
    const letThrough = await openEarly(page, `/queries/${query.id}/source`)
    await expect(early(page).getByText('SELECT 1 AS early')).toBeVisible()
    await expectAccessible(page)
    const before = [
      await topOf(early(page).getByRole('heading', { name: 'Seen early' })),
      await topOf(early(page).getByText('SELECT 1 AS early')),
    ]
    letThrough()
    await expect(editorOf(page)).toContainText('SELECT 1 AS early')
    await expect(early(page)).toBeHidden()
    expect([await topOf(page.getByRole('heading', { name: 'Seen early' })), await topOf(editorOf(page))]).toEqual(before)
  })

  test('the widgets of a dashboard are at the places where the page has them (OPEN-801)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const board = await makeBoard(adminCall, 'Early board')
    await addText(adminCall, board, 'All **departures**', { col: 0, row: 0, sizeX: 6, sizeY: 2 })
    await addTable(adminCall, board, await workshop.makeRunQuery({ name: 'Early rows' }), {
      col: 0,
      row: 2,
      sizeX: 6,
      sizeY: 4,
    })
    const letThrough = await openEarly(page, `/dashboard/${board.slug}`)
    const text = early(page).getByText('All departures')
    await expect(text).toBeVisible()
    await expectAccessible(page)
    const before = [await topOf(text), await topOf(early(page).getByText('Early rows'))]
    letThrough()
    await expect(widget(page, /Textbox/).getByText('All departures')).toBeVisible()
    await expect(early(page)).toBeHidden()
    const after = [
      await topOf(widget(page, /Textbox/).getByText('All departures')),
      await topOf(widget(page, /Early rows/).getByText('Early rows')),
    ]
    expect(after).toEqual(before)
  })

  /** When the first script of the web app was requested, and when its styles were there, in milliseconds. */
  const firstFetches = (page: Page) =>
    page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const scripts = files.filter(({ name }) => /\/assets\/.*\.js$/.test(name))
      const styles = files.filter(({ name }) => /\/assets\/index-.*\.css$/.test(name))
      return {
        scripts: Math.min(...scripts.map(({ startTime }) => startTime)),
        styles: Math.max(...styles.map(({ responseEnd }) => responseEnd)),
      }
    })

  test('they are fetched once the styles are there, on a desktop along with them (OPEN-804)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ name: 'Fetched late', query: 'SELECT 1 AS late' })
    const open = async (width: number) => {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/queries/${query.id}/source`)
      await expect(editorOf(page)).toContainText('SELECT 1 AS late')
      return firstFetches(page)
    }
    const onPhone = await open(390)
    expect(onPhone.scripts).toBeGreaterThan(onPhone.styles)
    const onDesktop = await open(1440)
    expect(onDesktop.scripts).toBeLessThan(onDesktop.styles)
  })
})
