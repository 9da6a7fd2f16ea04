import { readFile } from 'node:fs/promises'
import type { FrameLocator, Page, Request } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { startOtherSite } from '../other-site.ts'
import { expectAccessible, setTheme } from '../page.ts'
import { choose, expect, test } from '../queries.ts'
import { makeFlights, REGION } from '../regions.ts'

const BY_REGION = "SELECT '{{region}}' AS region, i AS n FROM range(3) t(i)"

const embedOf = (query: Query, search = '', visualization = query.visualizations[0]?.id ?? 0) =>
  `/embed/query/${query.id}/visualization/${visualization}?api_key=${query.api_key}${search}`
const cells = (within: Page | FrameLocator) => within.getByRole('gridcell')
const failure = (within: Page | FrameLocator) => within.getByRole('alert')

test.describe('a page of another site', () => {
  test('shows a visualization without a session (EMBED-01, EMBED-02, EMBED-10, OPEN-71)', async ({
    quietPage,
    product,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Squares', query: 'SELECT i, i * i AS squared FROM range(4) t(i)' })
    const site = await startOtherSite(product.url + embedOf(query))
    const sent: Request[] = []
    quietPage.on('request', (request) => {
      if (request.url().includes('/api/')) sent.push(request)
    })
    try {
      await quietPage.goto(site.url)
      const frame = quietPage.frameLocator('iframe')
      await expect(frame.getByRole('heading', { name: 'Squares' })).toBeVisible()
      await expect(cells(frame).filter({ hasText: /^9$/ })).toBeVisible()
      await expect(frame.getByRole('navigation')).toHaveCount(0)
      await expect(frame.getByRole('link', { name: 'View Query' })).toHaveAttribute('target', '_blank')
    } finally {
      await site.stop()
    }
    const asked = await Promise.all(
      sent.map(async (request) => {
        const { authorization: key, cookie } = await request.allHeaders()
        return { url: request.url(), key, cookie }
      }),
    )
    const run = asked.find(({ url }) => url.endsWith(`/api/queries/${query.id}/results`))
    expect(run).toMatchObject({ key: `Key ${query.api_key}` })
    // The key is sent only to Sightline, without cookies.
    expect(asked.filter(({ url }) => !url.startsWith(product.url))).toEqual([])
    expect(asked.filter(({ cookie }) => cookie !== undefined)).toEqual([])
  })

  test('cannot show any other page (OPEN-71)', async ({ failingPage: page, product }) => {
    const site = await startOtherSite(
      `${product.url}/queries`,
      `${product.url}/login`,
      `${product.url}/dashboard/flight-operations`,
    )
    const refused: string[] = []
    page.on('console', (message) => refused.push(message.text()))
    try {
      await page.goto(site.url)
      await expect.poll(() => refused.filter((text) => /frame/i.test(text)).length).toBeGreaterThanOrEqual(3)
      for (const frame of page.frames().slice(1)) expect(await frame.locator('#root').count()).toBe(0)
    } finally {
      await site.stop()
    }
  })
})

test.describe('the URL of an embed', () => {
  test('controls what is shown around the visualization (EMBED-03, EMBED-04, EMBED-05, EMBED-06)', async ({
    quietPage: page,
    adminCall,
    workshop,
  }) => {
    const made = await workshop.makeQuery({ name: 'Parts', query: BY_REGION, options: { parameters: [REGION] } })
    const query = await adminCall(api.queries.update, { params: { id: made.id }, body: { description: 'What **we** sold' } })
    const heading = page.getByRole('heading', { name: 'Parts' })
    const description = page.getByText('What we sold')
    const parameters = page.getByRole('region', { name: 'Parameters' })
    const link = page.getByRole('link', { name: 'View Query' })
    const timestamp = page.getByText('Updated', { exact: false })

    await page.goto(embedOf(query))
    await expect(cells(page).filter({ hasText: 'north' }).first()).toBeVisible()
    for (const part of [heading, parameters, link, timestamp]) await expect(part).toBeVisible()
    await expect(description).toBeHidden()
    // The link to the query must not contain the key.
    expect(await link.getAttribute('href')).not.toContain(query.api_key)
    expect(await link.getAttribute('href')).toContain(`/queries/${query.id}?p_region=north#`)

    await page.goto(
      embedOf(query, '&showDescription=true&hide_parameters=true&hide_link=true&hide_timestamp=true&p_region=south'),
    )
    await expect(cells(page).filter({ hasText: 'south' }).first()).toBeVisible()
    await expect(description).toBeVisible()
    for (const part of [parameters, link, timestamp]) await expect(part).toBeHidden()

    await page.goto(embedOf(query, '&hide_header'))
    await expect(cells(page).filter({ hasText: 'north' }).first()).toBeVisible()
    await expect(heading).toBeHidden()
  })

  test('sets the parameters of a safe query, which runs once they are applied (EMBED-12)', async ({
    quietPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ name: 'Asked', query: BY_REGION, options: { parameters: [REGION] } })
    await page.goto(embedOf(query))
    await expect(cells(page).filter({ hasText: 'north' })).toHaveCount(3)
    await choose(page, 'Region', 'south')
    await expect(cells(page).filter({ hasText: 'north' })).toHaveCount(3)
    await page.getByRole('button', { name: 'Apply Changes' }).click()
    await expect(cells(page).filter({ hasText: 'south' })).toHaveCount(3)
    await expect(page).toHaveURL(/[?&]p_region=south(&|$)/)
    await page.reload()
    await expect(cells(page).filter({ hasText: 'south' })).toHaveCount(3)
  })

  test('scrolls only the parameters sideways on the narrowest phone, where Enter applies a value and closes its sheet (EMBED-12, PARAM-54)', async ({
    quietPage: page,
    workshop,
  }) => {
    const parameters = [
      { name: 'days', type: 'date-range', value: { start: '2024-02-05', end: '2024-02-29' } },
      { name: 'city', type: 'text', value: 'Rome', passAsValue: true },
    ]
    const query = await workshop.makeQuery({
      query: "SELECT '{{ city }}' AS city, '{{ days.start }}' AS first",
      options: { parameters },
    })
    await page.setViewportSize({ width: 320, height: 560 })
    await page.goto(embedOf(query))
    await page.getByRole('button', { name: 'City Rome' }).click()
    await expectAccessible(page)
    await page.getByRole('dialog', { name: 'City' }).getByLabel('City', { exact: true }).fill('Paris')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(cells(page).filter({ hasText: 'Paris' })).toBeVisible()
    expect(await page.getByRole('main').evaluate((main) => main.scrollWidth)).toBe(320)
  })

  test('filters the rows of the result (EMBED-13)', async ({ quietPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({
      name: 'Filtered',
      query: `SELECT * FROM (VALUES ('DE', 1), ('FR', 2), ('DE', 3)) t("land::filter", n)`,
    })
    await page.goto(embedOf(query))
    await expect(cells(page).filter({ hasText: 'DE' })).toHaveCount(2)
    await choose(page, 'Land', 'FR')
    await expect(cells(page).filter({ hasText: 'FR' })).toHaveCount(1)
    await expect(cells(page).filter({ hasText: 'DE' })).toHaveCount(0)
  })

  test('loads windows and groups of a long result, and never the whole (EMBED-10, EMBED-13)', async ({
    quietPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({
      name: 'Long',
      query: `SELECT '{{region}}' AS region, i AS n, 'k' || i % 3 AS "kind::filter" FROM range(5000) t(i)`,
      options: { parameters: [REGION] },
    })
    const { id } = await workshop.makeVisualization(query, 'PIVOT', 'Sums', {
      rows: ['kind::filter'],
      cols: [],
      vals: ['n'],
      aggregatorName: 'Sum',
    })
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    const parts = () => requested.flatMap((path) => /\/results\/\d+\/(\w+)$/.exec(path)?.[1] ?? [])

    await page.goto(embedOf(query))
    await expect(cells(page).filter({ hasText: /^0$/ })).toBeVisible()
    await expect(cells(page).filter({ hasText: 'north' }).first()).toBeVisible()
    await page.getByRole('grid').hover()
    await page.mouse.wheel(0, 100_000)
    await expect(cells(page).filter({ hasText: /^4,?998$/ })).toBeVisible()
    await choose(page, 'Kind', 'k2')
    await expect(cells(page).filter({ hasText: 'k0' })).toHaveCount(0)
    await page.goto(embedOf(query, '&p_region=south', id))
    await expect(page.getByText(/4,165,833|4165833/).first()).toBeVisible()
    expect(parts()).toEqual(expect.arrayContaining(['window', 'distinct', 'groups']))
    expect(requested.filter((path) => /\/results\/\d+\.|\/results\.|\/query_results\//.test(path))).toEqual([])
  })

  test('downloads CSV and XLSX with the key (EMBED-08, DL-05)', async ({ quietPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({ name: 'Files', query: 'SELECT 1 AS one, 2 AS two' })
    await page.goto(embedOf(query))
    for (const [name, type] of [
      ['CSV', 'csv'],
      ['Excel', 'xlsx'],
    ] as const) {
      const link = page.getByRole('link', { name: `Download as ${name} File` })
      await expect(link).toHaveAttribute(
        'href',
        new RegExp(`/api/queries/${query.id}/results/\\d+\\.${type}\\?values=exact&time_zone=UTC&api_key=${query.api_key}$`),
      )
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
      const content = await readFile(await download.path())
      if (type === 'csv') expect(content.toString()).toBe('one,two\r\n1,2\r\n')
      else expect(content.subarray(0, 2).toString()).toBe('PK')
    }
  })

  test('sizes charts to the frame, also after a resize, and never below seven rows (OPEN-11)', async ({
    quietPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ name: 'Curve', query: 'SELECT i AS x, i * i AS y FROM range(20) t(i)' })
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Curve', {
      globalSeriesType: 'line',
      columnMapping: { x: 'x', y: 'y' },
    })
    await page.setViewportSize({ width: 720, height: 391 })
    await page.goto(embedOf(query, '', id))
    const canvas = page.locator('canvas').first()
    await expect(canvas).toBeVisible()
    const width = async () => (await canvas.boundingBox())?.width ?? 0
    await expect.poll(width).toBeGreaterThan(600)
    const chart = page.getByRole('figure', { name: 'Curve', exact: true })
    const height = async () => (await chart.boundingBox())?.height
    await expect.poll(height).toBe(350)
    const main = page.getByRole('main')
    const hidden = () => main.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    // The suggested iframe size fits the single line of text and the chart without scrolling.
    await expect.poll(hidden).toBe(0)
    await page.setViewportSize({ width: 720, height: 600 })
    await expect.poll(height).toBe(559)
    await page.setViewportSize({ width: 390, height: 300 })
    await expect.poll(width).toBeLessThanOrEqual(390)
    await expect.poll(height).toBe(350)
    await expect.poll(hidden).toBeGreaterThan(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })

  test('shows a chart below its parameters without scrolling, in the proposed frame (OPEN-772)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({
      query: 'SELECT i AS x, i * {{ factor }} AS y FROM range(20) t(i)',
      options: { parameters: [{ name: 'factor', type: 'number', value: 2 }] },
    })
    const options = { globalSeriesType: 'line', columnMapping: { x: 'x', y: 'y' } }
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Line', options)
    await page.goto(`/queries/${query.id}#${id}`)
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: 'Embed Elsewhere' }).click()
    await expect(page.getByLabel('IFrame Embed')).toHaveValue(/width="720" height="439"/)
    await page.setViewportSize({ width: 720, height: 439 })
    await page.goto(await page.getByLabel('Public URL').inputValue())
    await expect(page.locator('canvas').first()).toBeVisible()
    const hidden = () => page.getByRole('main').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    await expect.poll(hidden).toBe(0)
  })
})

test.describe('an embed that fails to open', () => {
  test('shows an error and no data, also to a signed-in user (EMBED-07, EMBED-11)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({ name: 'Secret name', query: "SELECT 'classified' AS secret" })
    await page.goto(`/embed/query/${query.id}/visualization/${query.visualizations[0]?.id}?api_key=wrong`)
    await expect(failure(page)).toHaveText('Error: the key in this URL is unknown or has been replaced.')
    await expect(page.getByText('classified')).toHaveCount(0)
    await expect(page.getByText('Secret name')).toHaveCount(0)
    await expect(page).toHaveURL(/\/embed\/query\//)
  })

  test('shows no visualization of another query (EMBED-07, EMBED-11)', async ({ quietPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({ query: 'SELECT 1 AS one' })
    const other = await workshop.makeRunQuery({ query: "SELECT 'classified' AS secret" })
    await page.goto(embedOf(query, '', other.visualizations[0]?.id))
    await expect(failure(page)).toHaveText('Error: this query has no such visualization.')
    await expect(page.getByText('classified')).toHaveCount(0)
  })

  test('shows that text parameters cannot be embedded (EMBED-09)', async ({ quietPage: page, workshop }) => {
    const query = await workshop.makeQuery({
      query: "SELECT '{{ name }}' AS name",
      options: { parameters: [{ name: 'name', type: 'text', value: 'x' }] },
    })
    await page.goto(embedOf(query))
    await expect(failure(page)).toHaveText('Error: Currently it is not possible to embed queries that contain text parameters.')
  })

  test('shows the error message of the database (EMBED-07)', async ({ quietPage: page, workshop }) => {
    const query = await workshop.makeQuery({ name: 'Broken', query: 'SELECT no_such_column FROM range(1)' })
    await page.goto(embedOf(query))
    await expect(failure(page)).toContainText(/^Error: .*no_such_column/)
  })

  test('needs no key in a session, and redirects to sign-in without either (OPEN-73, EMBED-02)', async ({
    adminPage: page,
    product,
    workshop,
    browser,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'By session', query: 'SELECT 42 AS answer' })
    const path = `/embed/query/${query.id}/visualization/${query.visualizations[0]?.id}`
    await page.goto(path)
    await expect(cells(page).filter({ hasText: '42' })).toBeVisible()
    const stranger = await browser.newContext()
    const visitor = await stranger.newPage()
    await visitor.goto(product.url + path)
    await expect(visitor).toHaveURL(/\/login\?next=/)
    await stranger.close()
  })
})

test.describe('the Embed Query dialog', () => {
  const open = async (page: Page, query: Query) => {
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: 'Embed Elsewhere' }).click()
    return page.getByRole('dialog', { name: 'Embed Query' })
  }

  test('shows the URL and an iframe of 720 by 391 (DL-11, DL-12)', async ({ adminPage: page, product, workshop }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const query = await workshop.makeRunQuery({ name: 'Embedded', query: 'SELECT 1 AS one' })
    const dialog = await open(page, query)
    const address = product.url + embedOf(query)
    await expect(dialog.getByLabel('Public URL')).toHaveValue(address)
    const code = dialog.getByLabel('IFrame Embed')
    await expect(code).toHaveValue(`<iframe src="${address}" width="720" height="391"></iframe>`)
    await dialog.getByLabel('Width').fill('600')
    await dialog.getByLabel('Height').fill('300')
    await expect(code).toHaveValue(`<iframe src="${address}" width="600" height="300"></iframe>`)
    await expectAccessible(page)
    await page.screenshot({ path: 'test-results/screens/embed-dialog.png', animations: 'disabled' })
    await dialog.getByRole('button', { name: 'Copy' }).last().click()
    await expect(dialog.getByText('Copied!')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('width="600" height="300"')
    await page.goto(await dialog.getByLabel('Public URL').inputValue())
    await expect(page.getByRole('heading', { name: 'Embedded' })).toBeVisible()
  })

  test('refuses queries with text parameters (DL-13)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({
      query: "SELECT '{{ name }}' AS name",
      options: { parameters: [{ name: 'name', type: 'text', value: 'x' }] },
    })
    const dialog = await open(page, query)
    await expect(
      dialog.getByText('Currently it is not possible to embed queries that contain text parameters.', { exact: true }),
    ).toBeVisible()
    await expect(dialog.getByLabel('Public URL')).toHaveCount(0)
  })

  test('passes a text as a value, after which the query can be embedded, and keeps unsaved changes (OPEN-514)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({
      name: 'Greeting',
      query: "SELECT '{{ name }}' AS name",
      options: { parameters: [{ name: 'name', type: 'text', value: 'x' }] },
    })
    await page.goto(`/queries/${query.id}/source`)
    await page.locator('.cm-content').click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(', 1 AS one')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('menuitem', { name: 'Embed Elsewhere' }).click()
    const dialog = page.getByRole('dialog', { name: 'Embed Query' })
    const passes = dialog.getByRole('switch', { name: 'Pass Name of Greeting as a value' })
    await expectAccessible(page)
    await passes.click()
    await expect(dialog.getByLabel('Public URL')).toHaveValue(/p_name=x/)
    await expect(dialog.getByLabel('IFrame Embed')).toHaveValue(/height="439"/)
    await expect(passes).toBeChecked()
    await page.screenshot({ path: 'test-results/screens/embed-texts.png', animations: 'disabled' })
    const saved = await adminCall(api.queries.get, { params: { id: query.id } })
    expect([saved.query, saved.is_safe]).toEqual([query.query, true])
    await page.keyboard.press('Escape')
    await expect(page.locator('.cm-content')).toContainText('AS name, 1 AS one')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    const later = await adminCall(api.queries.get, { params: { id: query.id } })
    expect([later.query, later.is_safe]).toEqual([`${query.query}, 1 AS one`, true])
  })
})

test.describe('embeds on screen', () => {
  for (const theme of ['light', 'dark'] as const) {
    test(`are accessible without console errors in both sizes (${theme})`, async ({ quietPage: page, workshop }) => {
      const { query, chart } = await makeFlights(workshop, 'filter')
      for (const [width, height] of [
        [1440, 900],
        [720, 391],
        [390, 640],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.goto(embedOf(query, '', chart.id))
        await setTheme(page, theme)
        await expect(page.locator('canvas').first()).toBeVisible()
        await page.screenshot({ path: `test-results/screens/embed-${width}-${theme}.png`, animations: 'disabled' })
        await expectAccessible(page)
      }
    })
  }
})
