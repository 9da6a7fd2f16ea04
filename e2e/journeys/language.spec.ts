import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { languageScript, PSEUDO_LANGUAGE } from '../../packages/web/language-files.ts'
import { addTable, button, makeBoard } from '../boards.ts'
import { expect, expectAccessible, test } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { openWorkshop } from '../queries.ts'

test.use({ settings: { SIGHTLINE_ORG_NAME: 'Languages' } })

test('a user chooses a language in the profile, sees counts as it writes them, and goes back to that of the browser (OPEN-462, OPEN-523)', async ({
  adminPage: page,
  adminCall: call,
}) => {
  await page.goto('/users/me')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const field = page.getByRole('combobox', { name: 'Language' })
  await field.click()
  await page.getByRole('option', { name: 'Deutsch', exact: true }).click()
  await button(page, 'Save').first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('button', { name: 'Abfragen' }).first()).toBeVisible()
  await expectAccessible(page)
  const { makeRunQuery } = await openWorkshop(call)
  const query = await makeRunQuery({ name: 'Zahlen', query: 'SELECT i FROM range(5000) t(i)' })
  await page.goto(`/queries/${query.id}`)
  await expect(page.getByText('5.000').first()).toBeVisible()
  await page.goto('/users/me')
  await page.getByLabel('Sprache des Browsers verwenden').click()
  await button(page, 'Speichern').first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a page waits for the texts of its language, however late they come (OPEN-462)', async ({
  adminCall: call,
  browser,
  product,
}) => {
  const user = await activeUser(call, browser, 'Petra')
  await call(api.users.update, { params: { id: user.id }, body: { language: 'de' } })
  const page = await pageOf(browser, product.url, user)
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/language-de-*.js', async (route) => {
    await isReleased
    await route.continue()
  })
  const first = page.waitForEvent('requestfinished', (request) => request.url().includes('/assets/index-'))
  await page.goto('/queries', { waitUntil: 'commit' })
  await first
  // The scripts are there; a page that did not wait would show itself while the server answers.
  await page.evaluate(() => fetch('api/session').then((reply) => reply.text()))
  await expect(page.locator('#root')).toBeEmpty()
  release()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Abfragen' })).toBeVisible()
  await page.context().close()
})

/** Makes the page show each text of the catalogue with accents on its letters. */
async function markTexts(page: Page): Promise<void> {
  const script = await languageScript(PSEUDO_LANGUAGE)
  await page.addInitScript(script)
}

/** The texts on the page, and those that name its elements, in which no letter is marked. Data and code are left out. */
const unmarked = (page: Page) =>
  page.evaluate(() => {
    const isUnmarked = (text: string) => /[a-z]{2}/i.test(text) && !/[À-ɏ]/.test(text)
    const isData = (element: Element) =>
      element.closest('script, style, [role=grid], .cm-content, code, svg, [role=tree]') !== null
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { textContent, parentElement } = texts.currentNode
      const text = (textContent ?? '').trim()
      if (parentElement && isUnmarked(text) && !isData(parentElement)) found.add(text)
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name) ?? ''
        if (isUnmarked(text) && !isData(element)) found.add(text)
      }
    return [...found]
  })

/** Names on every page. */
const NAMES = ['mara', 'Languages', 'Sightline']

/** Pages without names that people have given; what they show apart from texts of the catalogue. */
const pages: { path: string; names: readonly string[] }[] = [
  { path: '/query_snippets', names: [] },
  { path: '/destinations', names: [] },
  { path: '/groups', names: ['admin', 'default'] },
]

test('the main pages show no text outside of the catalogue (OPEN-463)', async ({ adminPage: page }) => {
  await markTexts(page)
  for (const { path, names } of pages) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByRole('status', { name: /Ĺ/ })).toHaveCount(0)
    await expect.poll(async () => (await unmarked(page)).filter((text) => ![...NAMES, ...names].includes(text))).toEqual([])
  }
})

test('a query with its result and a dashboard with a chart and a pivot table show no text outside of the catalogue (OPEN-463)', async ({
  adminPage: page,
  adminCall: call,
}) => {
  const { makeRunQuery, makeVisualization } = await openWorkshop(call)
  // Without words in data and names, all words on the page are texts of the product.
  const query = await makeRunQuery({ name: '§ 1', query: 'SELECT i AS "1", i * i AS "2" FROM range(10) t(i)' })
  const options = { globalSeriesType: 'column', columnMapping: { 1: 'x', 2: 'y' } }
  const chart = await makeVisualization(query, 'CHART', '§ 2', options)
  const board = await makeBoard(call, '§ 3')
  await addTable(call, board, { ...query, visualizations: [chart] }, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
  const pivot = await makeVisualization(query, 'PIVOT', '§ 4', {
    rows: ['1'],
    cols: [],
    vals: ['2'],
    aggregatorName: 'Average',
  })
  await addTable(call, board, { ...query, visualizations: [pivot] }, { col: 3, row: 0, sizeX: 3, sizeY: 8 })
  // The stored name of the first visualization, a key, and an age, for which the browser has words of its own.
  const names = ['Table', 'Ctrl', 'now']
  await markTexts(page)
  for (const path of [`/queries/${query.id}`, `/dashboard/${board.slug}`]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.locator('canvas, [role=grid]').first()).toBeVisible()
    const isName = (text: string) => [...NAMES, ...names].includes(text) || /^[\d :-]*UTC$/.test(text)
    await expect.poll(async () => (await unmarked(page)).filter((text) => !isName(text))).toEqual([])
  }
})

test('the button that executes a query is seen in full on a phone, also in German (OPEN-723)', async ({
  adminCall: call,
  browser,
  product,
}) => {
  const user = await activeUser(call, browser, 'Uwe')
  await call(api.users.update, { params: { id: user.id }, body: { language: 'de' } })
  const page = await pageOf(browser, product.url, user)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/queries/new')
  const execute = page.getByRole('button', { name: 'Ausführen' })
  await expect(execute).toBeVisible()
  const { x = 0, width = 0 } = (await execute.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(390)
  expect(await execute.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  expect(await cutLabels(page)).toEqual([])
  await page.context().close()
})

/** The words of buttons that have no room. */
const cutLabels = (page: Page) =>
  page
    .locator('.mantine-Button-label')
    .evaluateAll((labels) =>
      labels
        .filter((label) => label.clientWidth > 1 && label.scrollWidth > label.clientWidth)
        .map((label) => label.textContent),
    )

test.describe('in German', () => {
  test.use({ locale: 'de' })

  test('dialogs and the head of a query have room for their words on a phone (OPEN-494)', async ({
    adminPage: page,
    adminCall: call,
  }) => {
    const { makeRunQuery } = await openWorkshop(call)
    const query = await makeRunQuery({ name: 'Umsatz je Region und Woche' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/dashboards')
    await button(page, 'Neues Dashboard').click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Neu aus Vorlage…' })).toBeVisible()
    expect(await cutLabels(page)).toEqual([])

    await page.goto(`/queries/${query.id}`)
    await button(page, 'Details').click()
    await expect(button(page, 'Veröffentlichen')).toBeVisible()
    const name = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(name?.width).toBeGreaterThan(120)

    await button(page, 'Weitere Aktionen').click()
    await page.getByRole('menuitem', { name: 'API-Schlüssel anzeigen' }).click()
    const key = await page.getByRole('textbox', { name: 'API-Schlüssel' }).boundingBox()
    expect(key?.width).toBeGreaterThan(200)
  })

  test('the tabs of the chart editor and the dialog for subscriptions are in German (OPEN-495)', async ({
    adminPage: page,
    adminCall: call,
  }) => {
    const { makeRunQuery, makeVisualization } = await openWorkshop(call)
    const query = await makeRunQuery({ name: 'Umsatz' })
    await makeVisualization(query, 'CHART', 'Verlauf', { globalSeriesType: 'line', columnMapping: { n: 'x', squared: 'y' } })
    await page.goto(`/queries/${query.id}`)
    await button(page, 'Teilen').click()
    await page.getByRole('menuitem', { name: 'Abonnieren' }).click()
    await expect(page.getByText(/^Erhalten Sie die Ergebnisse dieser Abfrage/)).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: 'Verlauf' }).click()
    await button(page, 'Visualisierung bearbeiten').click()
    for (const name of ['X-Achse', 'Y-Achse']) await expect(page.getByRole('tab', { name })).toBeVisible()
    await page.getByRole('tab', { name: 'Datenbeschriftungen' }).click()
    await expect(page.getByRole('combobox', { name: 'Format für Zahlenwerte' })).toHaveValue('Automatisch')

    const words = await makeVisualization(query, 'WORD_CLOUD', 'Wörter', { column: 'n' })
    // Only the hash would change, which loads no page.
    await page.goto('/')
    await page.goto(`/queries/${query.id}#${words.id}/edit`)
    await expect(page.getByRole('heading', { name: 'Grenzen der Wortlänge' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Mindesthäufigkeit' })).toBeVisible()
  })
})

test.describe('in Japanese', () => {
  test.use({ locale: 'ja' })

  test('the calendar of a schedule has the months and buttons of the language of the page (OPEN-503)', async ({
    adminPage: page,
    adminCall: call,
  }) => {
    const { makeQuery } = await openWorkshop(call)
    const schedule = { interval: 86400, time: '07:00', day_of_week: null, until: '2099-03-06' }
    const query = await makeQuery({ name: '売上', schedule })
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: /^更新スケジュール/ }).click()
    await page.getByRole('textbox', { name: '終了日' }).click()
    await expect(page.getByRole('button', { name: '2099年3月', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '翌月' })).toBeVisible()
    await expectAccessible(page)
  })
})
