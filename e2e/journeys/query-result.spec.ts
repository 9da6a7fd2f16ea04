import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../page.ts'
import { ENDLESS, executeButton, expect, openNewQuery, TEN_ROWS, test, writeQuery } from '../queries.ts'
import { asGuest } from '../query-page.ts'
import { alterAnswer } from '../traffic.ts'

test.describe('the result', () => {
  test('shows database messages between parameters and tabs (QPAGE-26, QPAGE-27)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
    await expect(page.getByText('Log Information:')).toBeHidden()
    await alterAnswer(page, '**/window*', (body) => ({ ...body, result: { ...Object(body.result), log: ['NOTICE: halfway'] } }))
    await page.reload()
    await page.getByText('Log Information:').click()
    await expect(page.getByText('NOTICE: halfway')).toBeVisible()

    await page.getByText('Edit Source').click()
    await writeQuery(page, `${ENDLESS} WHERE 1 = {{ n }}`)
    await page.getByRole('textbox', { name: 'N', exact: true }).fill('1')
    await page.keyboard.press('ControlOrMeta+Enter')
    const result = page.getByRole('region', { name: 'Result' })
    await expect(result.getByText('Executing query')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'N', exact: true })).toBeVisible()
    await expect(result.getByText('Log Information:')).toBeVisible()
    await expect(result.getByRole('tab')).toHaveText(['Table'])
    await result.getByRole('button', { name: 'Cancel' }).click()
    await expect(result.getByText(/^Cancelled after \d\d:\d\d$/)).toBeVisible()
  })

  test('shows a table for a query without visualizations (QPAGE-28)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({ ...body, visualizations: [] }))
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByRole('tab')).toHaveText(['Table'])
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
  })

  test('has tabs that users who may edit add and remove (QPAGE-29, QPAGE-30, QPAGE-31)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Squares', { columnMapping: { n: 'x', squared: 'y' } })
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByRole('button', { name: 'New Visualization' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'All visualizations' })).toBeHidden()
    await expect(page.getByTitle('Remove Table')).toBeHidden()
    await page.getByRole('tab', { name: 'Squares' }).hover()
    await page.getByTitle('Remove Squares').click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('Are you sure you want to delete "Squares"?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('tab', { name: 'Squares' })).toBeVisible()
    // The Delete key removes a tab as well.
    await page.getByRole('tab', { name: 'Squares' }).click()
    await page.keyboard.press('Delete')
    const sent = page.waitForRequest((request) => request.url().endsWith(`/api/visualizations/${id}`))
    await question.getByRole('button', { name: 'Delete' }).click()
    expect((await sent).method()).toBe('DELETE')
    await expect(page.getByRole('tab')).toHaveText(['Table'])

    await workshop.makeVisualization(query, 'CHART', 'Squares again', {})
    await asGuest(page, query, false)
    await page.reload()
    await expect(page.getByRole('tab')).toHaveText(['Table', 'Squares again'])
    await expect(page.getByRole('button', { name: 'New Visualization' })).toBeHidden()
    await expect(page.getByTitle('Remove Squares again')).toBeHidden()
  })

  test('moves tabs that do not fit into a menu and scrolls to the selected one (QPAGE-05)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    for (let n = 1; n < 15; n++) await workshop.makeVisualization(query, 'COUNTER', `The counter of number ${n}`, {})
    const { id } = await workshop.makeVisualization(query, 'COUNTER', 'The last counter', {})
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    const more = page.getByRole('button', { name: 'All visualizations' })
    await page.goto(`/queries/${query.id}#${id}`)
    await expect(tab('The last counter')).toBeInViewport({ ratio: 1 })
    await more.click()
    await expectAccessible(page)
    await page.getByRole('menuitemradio', { name: 'Table' }).click()
    await expect(tab('Table')).toHaveAttribute('aria-selected', 'true')
    await expect(tab('Table')).toBeInViewport({ ratio: 1 })

    await page.setViewportSize({ width: 390, height: 844 })
    const entry = (name: string) => page.getByRole('menuitemradio', { name, exact: true })
    await more.press('Enter')
    await expect(entry('Table')).toBeFocused()
    await page.keyboard.press('End')
    await expect(entry('The last counter')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`#${id}$`))
    await expect(more).toBeFocused()
    await expect(tab('The last counter')).toBeInViewport({ ratio: 1 })
    await tab('The last counter').press('ArrowRight')
    await expect(tab('Table')).toBeInViewport({ ratio: 1 })
    const search = page.getByRole('textbox', { name: 'Search results' })
    expect((await search.boundingBox())?.width).toBeGreaterThan(80)
    await search.fill('4')
    await expect(page.getByRole('status').filter({ hasText: /^\d+ of \d+ rows$/ })).toBeInViewport({ ratio: 1 })
    await expect(tab('Table')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('fits a chart with its axis into the low pane below the editor (OPEN-11)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Squares', {
      globalSeriesType: 'line',
      columnMapping: { n: 'x', squared: 'y' },
    })
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(`/queries/${query.id}/source#${id}`)
    const pane = page.getByRole('tabpanel', { name: 'Squares' })
    await expect(pane.getByRole('img', { name: /^Squares/ })).toBeVisible()
    expect(await pane.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0)
  })

  test('opens the editor of the selected tab from the bottom bar (QPAGE-32)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Squares', { columnMapping: { n: 'x', squared: 'y' } })
    await page.goto(`/queries/${query.id}#${id}`)
    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    await expect(page.getByRole('textbox', { name: 'Visualization Name' })).toHaveValue('Squares')
  })

  test('shows rows, runtime, data scanned and age in the bottom bar (QPAGE-32, QPAGE-34, QPAGE-35, QPAGE-36)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    await page.clock.install()
    await page.goto(`/queries/${query.id}`)
    const bar = page.locator('footer')
    await expect(bar).toContainText('10 rows')
    await expect(bar).toContainText(/\d+(\.\d+)? ?m?s runtime/)
    await expect(bar).toContainText('Updated just now')
    await expect(bar).not.toContainText('scanned')
    // Real time also passes, so the age may be a little higher.
    await page.clock.fastForward(125_000)
    await expect(bar).toContainText('Updated 2 minutes ago')
    await page.clock.fastForward(60_000)
    await expect(bar).toContainText('Updated 3 minutes ago')

    await alterAnswer(page, '**/window*', (body) => ({
      ...body,
      result: { ...Object(body.result), metadata: { data_scanned: 3_500_000 } },
    }))
    await page.reload()
    await expect(bar).toContainText(/3\.\d+ ?MB scanned/)
    // Everything must fit on small screens, too.
    for (const width of [720, 390]) {
      await page.setViewportSize({ width, height: 844 })
      for (const fact of ['10 rows', /runtime$/, /scanned$/, /^Updated/]) {
        await expect(bar.getByText(fact)).toBeInViewport({ ratio: 1 })
      }
      await expectTouchable(bar, 'Edit Visualization', 'Add to Dashboard', 'Download', 'Execute')
      await expectAccessible(page)
    }
  })

  test('shows an error if a stored result cannot be loaded, with a button to retry (QPAGE-68)', async ({
    failingPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({})
    const results = '**/api/query_results/**'
    await page.route(results, (route) => route.fulfill({ status: 404, json: { message: 'It is gone.' } }))
    await page.goto(`/queries/${query.id}`)
    const failure = page.getByRole('alert').filter({ hasText: 'The stored result could not be loaded.' })
    await expect(failure).toContainText('It is gone.')
    await expectAccessible(page)
    await page.unroute(results)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
    await expect(failure).toBeHidden()
  })

  test('shows the timings of a run by keyboard (QPAGE-34)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: 'Download' }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('tooltip')).toHaveText(/^Waiting.+Database.+Sightline.+s$/)
    await expectAccessible(page)
  })

  test('is narrowed in all tabs by columns named as filters (FILTER-01, FILTER-05, FILTER-08)', async ({
    adminPage: page,
    workshop,
  }) => {
    // More rows than the page loads at first, and two filters.
    const query = await workshop.makeRunQuery({
      query: `SELECT CASE WHEN i % 3 = 0 THEN 'north' ELSE 'south' END AS "region::filter", i % 2 AS "odd::multi-filter", i AS n FROM range(600) t(i)`,
    })
    const details = await workshop.makeVisualization(query, 'COUNTER', 'How many', { countRow: true })
    await page.goto(`/queries/${query.id}`)
    const rows = page.getByRole('grid')
    const filters = page.getByRole('region', { name: 'Filters' })
    // A single filter starts with its first value, a multi-filter with all values.
    await expect(rows).toHaveAttribute('aria-rowcount', '201')
    await expect(page.getByText('200 of 600 rows')).toBeVisible()
    await expect(page.locator('footer')).toContainText('600 rows')
    await expectAccessible(page)

    await filters.getByRole('combobox', { name: 'Region' }).click()
    await page.getByRole('option', { name: 'south' }).click()
    await expect(rows).toHaveAttribute('aria-rowcount', '401')
    await filters.getByRole('combobox', { name: 'Odd' }).click()
    await page.getByRole('option', { name: '1', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(rows).toHaveAttribute('aria-rowcount', '201')
    await expect(page.getByRole('gridcell', { name: '1', exact: true })).toBeHidden()
    // A search covers only the filtered rows.
    await page.getByRole('textbox', { name: 'Search results' }).fill('98')
    await expect(page.getByText('4 of 600 rows')).toBeVisible()
    await page.getByRole('tab', { name: 'How many' }).click()
    await expect(page).toHaveURL(`/queries/${query.id}#${details.id}`)
    await expect(page.getByRole('tabpanel')).toContainText('200')
    await filters.getByRole('combobox', { name: 'Odd' }).click()
    await page.getByText('Clear', { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Table' }).click()
    await expect(page.getByText('No data')).toBeVisible()
    await expect(page.getByText('0 of 600 rows')).toBeVisible()
  })

  test('can be filtered by hundreds of long values (FILTER-08)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({
      query: `SELECT repeat('größe ', 8) || (i % 900) AS "name::multi-filter", i AS n FROM range(1800) t(i)`,
    })
    await page.goto(`/queries/${query.id}`)
    const rows = page.getByRole('grid')
    await expect(rows).toHaveAttribute('aria-rowcount', '1801')
    await page.getByRole('region', { name: 'Filters' }).getByRole('combobox', { name: 'Name' }).click()
    await page.getByRole('textbox', { name: 'Search Name' }).fill('größe 1')
    // Each search matches 111 names per leading digit: 1, 10 to 19 and 100 to 199.
    await page.getByText('Clear', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Search Name' }).fill('größe 2')
    await page.getByText('Clear', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Search Name' }).fill('größe 3')
    await page.getByText('Clear', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('1,134 of 1,800 rows')).toBeVisible()
    await expect(rows).toHaveAttribute('aria-rowcount', '1135')
  })

  test('has an Execute button in the bottom bar of the data-only view (QPAGE-37)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({})
    await page.goto(`/queries/${query.id}`)
    const bar = page.locator('footer')
    await bar.getByRole('button', { name: 'Execute' }).click()
    await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
    await page.goto(`/queries/${query.id}/source`)
    await expect(page.getByText('10 rows', { exact: true })).toBeVisible()
    await expect(bar.getByRole('button', { name: 'Execute' })).toBeHidden()
    await expect(executeButton(page)).toBeVisible()
  })

  test('is downloaded from the URL of the query, or from its own URL (DL-01, DL-02, DL-03)', async ({
    adminPage: page,
    workshop,
  }) => {
    await openNewQuery(page, TEN_ROWS)
    await executeButton(page).click()
    await page.getByRole('button', { name: 'Download' }).click()
    await expect(downloadItem(page, 'CSV File')).toHaveAttribute(
      'href',
      /\/api\/query_results\/\d+\.csv\?values=exact&time_zone=UTC$/,
    )
    await expectAccessible(page)
    await writeQuery(page, '')
    await page.keyboard.press('Escape')

    const query = await workshop.makeRunQuery({})
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: 'Download' }).click()
    const address = `/api/queries/${query.id}/results/${query.latest_query_data_id}`
    for (const [name = '', end = ''] of [
      ['CSV File', 'csv?values=exact&time_zone=UTC'],
      ['CSV File for Excel', 'csv?excel=1&values=exact&time_zone=UTC'],
      ['TSV File', 'tsv?values=exact&time_zone=UTC'],
      ['Excel File', 'xlsx?values=exact&time_zone=UTC'],
      ['JSON File', 'json?values=exact&time_zone=UTC'],
      ['Parquet File', 'parquet'],
    ]) {
      await expect(downloadItem(page, name)).toHaveAttribute('href', `${address}.${end}`)
    }
    const lines = (await savedText(page, 'CSV File')).trimEnd().split('\r\n')
    expect(lines.slice(0, 2)).toEqual(['n,squared', '0,0'])
    expect(lines).toHaveLength(11)
  })

  test('is downloaded with every digit, or as displayed (DL-17, DL-18, DL-20)', async ({ adminPage: page, workshop }) => {
    const at = `TIMESTAMPTZ '2024-05-01 23:30:00.123456+00'`
    const query = await workshop.makeRunQuery({
      query: `SELECT ${at} AS at, 'NaN'::DOUBLE AS number, NULL AS none, '' AS empty`,
    })
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: 'Download' }).click()
    expect(await savedText(page, 'CSV File')).toBe('at,number,none,empty\r\n2024-05-01T23:30:00.123456Z,NaN,,""\r\n')
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitemradio', { name: 'As displayed' }).click()
    await expectAccessible(page)
    expect(await savedText(page, 'CSV File')).toBe('at,number,none,empty\r\n2024-05-01 23:30,NaN,,\r\n')
  })

  test('is exported as a CSV file for Excel with a UTF-8 mark and without formulas', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({ query: `SELECT '=1+1' AS text, -1 AS number, '東京' AS place` })
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: 'Download' }).click()
    expect(await savedText(page, 'CSV File for Excel')).toBe("\uFEFFtext,number,place\r\n'=1+1,-1,東京\r\n")
  })

  test('shows a one-sentence error for a download that does not fit the file format', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({ query: `SELECT repeat('x', 40000) AS long` })
    await page.goto(`/queries/${query.id}`)
    await page.getByRole('button', { name: 'Download' }).click()
    await downloadItem(page, 'Excel File').click()
    await expect(page.getByRole('alert')).toContainText(
      'An Excel cell has room for 32,767 characters; row 1 of "long" has more.',
    )
  })
})

/** Expects buttons to be fully visible and large enough to touch. */
async function expectTouchable(bar: Locator, ...names: string[]): Promise<void> {
  for (const name of names) {
    const button = bar.getByRole('button', { name })
    await expect(button).toBeInViewport({ ratio: 1 })
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
    expect(Math.min(width, height), name).toBeGreaterThanOrEqual(40)
  }
}

const downloadItem = (page: Page, name: string) => page.getByRole('menuitem', { name: `Download as ${name}`, exact: true })

/** Downloads a format from the open menu and returns the text of the file. */
async function savedText(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), downloadItem(page, name).click()])
  return readFile(await download.path(), 'utf8')
}
