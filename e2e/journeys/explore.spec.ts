import type { Page } from '@playwright/test'
import type { Query } from '@sightline/contract/queries.ts'
import { expectAccessible, setTheme, withoutPermissions } from '../page.ts'
import { cellAt, choose, executeButton, expect, test, type Workshop } from '../queries.ts'
import { headings } from '../result-table.ts'

/** 60 sales, one a week, in three regions. */
const SALES = `SELECT DATE '2024-01-01' + (i * 7)::INTEGER AS day, ['north', 'south', 'O''Brien'][i % 3 + 1] AS region,
  i * 1.5 AS amount FROM range(60) t(i)`

const sales = (workshop: Workshop) => workshop.makeRunQuery({ name: 'Weekly sales', query: SALES })
const explore = (page: Page, { id }: Query, search = '') => page.goto(`/queries/${id}/explore${search}`)
const note = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Exploration' })

/** All cells of the table, without the profiles in its head. */
const cellsOfRows = (page: Page) => page.locator('[role=gridcell][id]')

/** The cells of the first rows of the table. */
async function expectRows(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  for (const [row, cells] of rows.entries())
    for (const [column, text] of cells.entries()) await expect(cellAt(page, row, column)).toHaveText(text)
}

test('a person without SQL groups, filters, sorts and charts a result, and opens it as a query (OPEN-207)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await sales(workshop)
  await page.goto(`/queries/${query.id}`)
  await page.getByRole('button', { name: 'Explore' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore: Weekly sales')
  await expect(headings(page)).toHaveText(['day', 'region', 'amount'])
  await expect(note(page, /^60 rows$/)).toBeVisible()

  await choose(page, 'Add column', 'day')
  await expect(headings(page)).toHaveText(['day_month', 'rows'])
  await expectRows(page, [
    ['2024-01-01', '5'],
    ['2024-02-01', '4'],
  ])
  await expect(note(page, /^14 groups of 60 rows$/)).toBeVisible()

  await page.getByRole('button', { name: 'Add Measure' }).click()
  await choose(page, 'Unit of day', 'Year')
  await expect(headings(page)).toHaveText(['day_year', 'rows', 'sum_amount'])
  await expect(cellAt(page, 0, 1)).toHaveText('53')
  await choose(page, 'Add column', 'region')
  await choose(page, 'Add filter', 'region')
  await page.getByRole('combobox', { name: 'Value of filter 1' }).click()
  await page.getByRole('option', { name: 'north' }).click()
  await page.getByRole('option', { name: "O'Brien" }).click()
  await page.keyboard.press('Escape')
  await expect(note(page, /^4 groups of 40 rows · filtered: 40 of 60 rows$/)).toBeVisible()
  await choose(page, 'Sort by', 'Sum of amount')
  await expectRows(page, [
    ['2024-01-01', 'north', '18', '688.5'],
    ['2024-01-01', "O'Brien", '17', '663.0'],
    ['2025-01-01', "O'Brien", '3', '252.0'],
  ])
  await expectAccessible(page)

  await page.getByText('Chart', { exact: true }).click()
  await expect(page.locator('canvas').first()).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(headings(page)).toHaveText(['day_year', 'region', 'rows', 'sum_amount'])
  const cells = await cellsOfRows(page).allTextContents()

  await page.getByText('SQL', { exact: true }).click()
  await expect(page.getByText(`FROM cached_query_${query.id}`)).toBeVisible()
  await page.getByRole('button', { name: 'Open as Query' }).click()
  await expect(page.getByRole('button', { name: /^Data source:/ })).toHaveText('Query Results')
  await executeButton(page).click()
  await expect(headings(page)).toHaveText(['day_year', 'region', 'rows', 'sum_amount'])
  await expect(cellsOfRows(page)).toHaveText(cells)
})

test('the heads of the table, the panel and the SQL have one order (OPEN-670, OPEN-456)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await sales(workshop)
  await explore(page, query, '?by=each:region&show=count&show=sum:amount')
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(headings(page)).toHaveText(['region', 'rows', 'sum_amount'])
  await head('sum_amount').getByRole('button').first().click()
  await expectRows(page, [['north'], ['south'], ["O'Brien"]])
  await expect(page.getByRole('combobox', { name: 'Sort by', exact: true })).toHaveValue('Sum of amount')
  await expect(page.getByRole('combobox', { name: 'Direction', exact: true })).toHaveValue('Ascending')
  await choose(page, 'Direction', 'Descending')
  await expectRows(page, [["O'Brien"], ['south'], ['north']])
  await expect(head('sum_amount')).toHaveAttribute('aria-sort', 'descending')
  await page.getByText('SQL', { exact: true }).click()
  await expect(page.getByText('ORDER BY 3 DESC, 1')).toBeVisible()
  await page.goBack()
  await expect(head('sum_amount')).toHaveAttribute('aria-sort', 'ascending')

  await explore(page, query)
  await choose(page, 'Add sort key', 'region')
  await choose(page, 'Add sort key', 'amount')
  await choose(page, 'Direction of sort key 2', 'Descending')
  await expect(cellAt(page, 0, 1)).toHaveText('north')
  await expect(cellAt(page, 0, 2)).toHaveText('85.5')
  await page.getByText('SQL', { exact: true }).click()
  await expect(page.getByText('ORDER BY "region" COLLATE en, "amount" DESC')).toBeVisible()
})

test('a pivot table that is sorted by a click on a column is saved in the order of the panel and the SQL (OPEN-453, OPEN-454)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await sales(workshop)
  await explore(page, query, '?by=year:day&by=each:region&show=sum:amount&across=day')
  await expect(headings(page)).toHaveText(['region', '2024', '2025'])
  await expectRows(page, [["O'Brien"], ['north'], ['south']])
  const head = page.getByRole('columnheader', { name: '2025' })
  await head.getByRole('button').first().click()
  await expectRows(page, [['north'], ['south'], ["O'Brien"]])
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('combobox', { name: 'Sort by', exact: true })).toHaveValue('Sum of amount · 2025')
  await choose(page, 'Direction', 'Descending')
  await expectRows(page, [["O'Brien"], ['south'], ['north']])
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await page.getByText('SQL', { exact: true }).click()
  await expect(page.getByText('OVER (PARTITION BY "region") DESC, "region", "day_year"')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove group day' }).click()
  await expect(headings(page)).toHaveText(['region', 'sum_amount'])
  await page.goBack()
  await expectRows(page, [["O'Brien"], ['south'], ['north']])
  await choose(page, 'Limit', 'First 10 lines')
  await expect(page).toHaveURL(/limit=10/)

  await saveExplored(page)
  await expect(page.getByRole('rowheader')).toHaveText(["O'Brien", 'south', 'north', 'Totals'])

  await explore(page, query, '?by=year:day&by=each:region&show=count&across=region&sort=-each:day')
  await expectRows(page, [['2025-01-01'], ['2024-01-01']])
  await saveExplored(page)
  await expect(page.getByRole('rowheader')).toHaveText(['2025-01-01', '2024-01-01', 'Totals'])
})

test('a pivot table that is cut to its first lines is saved with these lines (OPEN-459)', async ({
  adminPage: page,
  workshop,
}) => {
  await explore(page, await sales(workshop), '?by=week:day&by=each:region&show=sum:amount&across=region&sort=-each:day')
  await expect(note(page, /^60 lines, 3 values of region in columns/)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Limit' })).toHaveValue('All lines')
  await choose(page, 'Limit', 'First 10 lines')
  await expect(note(page, /^The first 10 of 60 lines, 3 values of region in columns/)).toBeVisible()
  const lines = await cellsOfRows(page).filter({ hasText: /^202/ }).allTextContents()
  expect(lines).toHaveLength(10)
  await saveExplored(page)
  await expect(page.getByRole('rowheader')).toHaveText([...lines, 'Totals'])
})

test('a number of the table opens the rows that it was computed from (OPEN-470)', async ({ adminPage: page, workshop }) => {
  const query = await sales(workshop)
  await explore(page, query, `?by=year:day&by=each:region&show=count&where=${whereRegion('north', 'south')}`)
  const card = page.getByRole('dialog')
  const shown = card.getByRole('status').filter({ hasText: /of 60 rows$/ })
  await cellAt(page, 0, 2).click()
  await expect(card).toHaveAccessibleName('Rows where day is from 2024-01-01 to 2024-12-31 and region is north')
  await expect(shown).toHaveText('18 of 60 rows')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  await expect(card).toHaveAccessibleName('Rows where day is from 2024-01-01 to 2024-12-31 and region is south')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press(' ')
  await expect(card).toHaveCount(0)

  await explore(page, query, '?by=year:day&by=each:region&show=sum:amount&across=day')
  await cellAt(page, 1, 2).click()
  await expect(card).toHaveAccessibleName('Rows where region is north and day is from 2025-01-01 to 2025-12-31')
  await expect(shown).toHaveText('2 of 60 rows')
  await page.keyboard.press('Escape')

  await explore(page, query, `?show=sum:amount&where=${whereRegion('north')}`)
  await cellAt(page, 0, 0).click()
  await expect(card).toHaveAccessibleName('Rows behind this number')
  await expect(shown).toHaveText('20 of 60 rows')
})

/** A filter of the URL. */
const whereRegion = (...names: string[]) => encodeURIComponent(`is:${JSON.stringify(['region', ...names])}`)

/** Saves what is explored as a query, whose page then shows its pivot table. */
async function saveExplored(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Keep the result' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save as Query', exact: true }).press('Enter')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(/ by /)
}

test('the head of a column filters the rows by a filter of the panel (OPEN-455)', async ({ adminPage: page, workshop }) => {
  await explore(page, await sales(workshop))
  const chooseInMenu = async (entry: string) => {
    await page.getByRole('columnheader', { name: 'region' }).hover()
    await page.getByTitle('Menu of region').click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await chooseInMenu('Filter…')
  const card = page.getByRole('dialog', { name: 'Filter by region' })
  await card.getByRole('checkbox', { name: 'north' }).check()
  await card.getByRole('button', { name: 'Apply' }).click()
  await expect(note(page, /^filtered: 20 of 60 rows$/)).toBeVisible()
  const filter = panel(page).getByRole('combobox', { name: 'Filter 1', exact: true })
  await expect(filter).toHaveValue('region')
  await expect(panel(page).getByText('north', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear Filters' })).toHaveCount(0)
  await page.getByText('SQL', { exact: true }).click()
  await expect(page.getByText(`WHERE "region" IN ('north')`)).toBeVisible()

  // The bars of its profile filter in the same way.
  const bar = (name: RegExp) => page.getByRole('gridcell', { name: /^region: / }).getByRole('button', { name })
  await expect(bar(/^north: /)).toHaveAttribute('aria-pressed', 'true')
  await bar(/^north: /).click()
  await expect(note(page, /^60 rows$/)).toBeVisible()
  await bar(/^south: /).click()
  await expect(panel(page).getByText('south', { exact: true })).toBeVisible()
  await chooseInMenu('Clear Filter')
  await expect(note(page, /^60 rows$/)).toBeVisible()
  await expect(filter).toHaveCount(0)
})

test('the keyboard alone groups a result and takes a step back (OPEN-207)', async ({ adminPage: page, workshop }) => {
  await explore(page, await sales(workshop))
  await expect(headings(page)).toHaveText(['day', 'region', 'amount'])
  await page.getByRole('combobox', { name: 'Add column' }).focus()
  await page.keyboard.type('reg')
  await expect(page.getByRole('option')).toHaveText(['region'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(headings(page)).toHaveText(['region', 'rows'])
  await expect(page.getByRole('combobox', { name: 'Group 1' })).toBeFocused()
  await page.getByRole('button', { name: 'Add Measure' }).focus()
  await page.keyboard.press('Enter')
  await expect(headings(page)).toHaveText(['region', 'rows', 'sum_amount'])
  await expect(page.getByRole('combobox', { name: 'Measure 2', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Remove measure Count of rows' }).focus()
  await page.keyboard.press('Enter')
  await expect(headings(page)).toHaveText(['region', 'sum_amount'])
  await page.goBack()
  await expect(headings(page)).toHaveText(['region', 'rows', 'sum_amount'])
})

test('the rows behind a mark of the chart are shown, and explored in its place (OPEN-789)', async ({
  adminPage: page,
  workshop,
}) => {
  const where = encodeURIComponent('is:["region","north"]')
  await explore(page, await sales(workshop), `?by=year:day&show=count&show=sum:amount&where=${where}&view=chart`)
  await expect(page.locator('[data-picks]')).toHaveAttribute('data-drawn', '')
  await page.getByRole('slider').focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: /^Rows where day is from 2024-01-01 to 2024-12-31$/ })
  await expect(card.getByText('18 of 60 rows')).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('link', { name: 'Explore These Rows' }).click()
  await expect(card).toBeHidden()
  await expect(note(page, /^filtered: 18 of 60 rows$/)).toBeVisible()
})

test('a link shows the same, without columns that no longer exist (OPEN-207)', async ({ adminPage: page, workshop }) => {
  const query = await sales(workshop)
  await explore(page, query, '?by=each:region&by=month:gone&show=count&show=sum:lost&sort=-group1&limit=10')
  await expect(page.getByText('The columns "gone", "lost" no longer exist and were left out.')).toBeVisible()
  await expectRows(page, [
    ['south', '20'],
    ['north', '20'],
    ["O'Brien", '20'],
  ])
  await expectAccessible(page)
})

test('filters that no row matches are cleared with one press (OPEN-207)', async ({ adminPage: page, workshop }) => {
  await explore(page, await sales(workshop), '?show=max:amount')
  await expect(cellAt(page, 0, 0)).toHaveText('88.5')
  await page.getByText('Chart', { exact: true }).click()
  await expect(page.getByText('A chart needs a group and a number')).toBeVisible()
  await page.goBack()
  await choose(page, 'Add filter', 'amount')
  await page.getByRole('textbox', { name: 'Value of filter 1' }).fill('many')
  await expect(page.getByText('Write a number such as 1200.5.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Value of filter 1' }).fill('1000')
  await expect(page.getByText('No rows match the filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(cellAt(page, 0, 0)).toHaveText('88.5')
})

test('a query without a result, an unknown one, and a result that is gone are explained (OPEN-207)', async ({
  adminPage: page,
  workshop,
}) => {
  await explore(page, await workshop.makeQuery({ name: 'Never run', query: `SELECT 'nothing has run this' AS n` }))
  await expect(page.getByText('This query has no result yet.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/queries/999999/explore')
  await expect(page.getByText("It seems like the page you're looking for cannot be found.")).toBeVisible()

  const query = await sales(workshop)
  let status = 404
  await page.route('**/groups?*', (route) =>
    status === 200 ? route.fallback() : route.fulfill({ status, json: { message: '' } }),
  )
  await explore(page, query, '?by=each:region&show=count')
  await expect(page.getByText('This result no longer exists.')).toBeVisible()
  await page.getByRole('button', { name: 'Load the Latest Result' }).click()
  await expect(page.getByText('The rows of the latest result are no longer stored.')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: 'Open the Query' })).toHaveAttribute('href', `/queries/${query.id}`)
  status = 400
  await explore(page, query, '?by=each:region&show=count')
  await expect(page.getByText('The result could not be explored.')).toBeVisible()
  status = 200
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(headings(page)).toHaveText(['region', 'rows'])
})

test('people who may not create queries see why they cannot open one (OPEN-207)', async ({ adminPage: page, workshop }) => {
  const query = await sales(workshop)
  await withoutPermissions(page, 'create_query')
  await explore(page, query, '?by=month:day&show=count')
  const open = page.getByRole('button', { name: 'Open as Query' })
  await open.hover()
  await expect(page.getByRole('tooltip')).toHaveText('You don’t have permission to create queries.')
  await expect(open).toBeDisabled()
  await open.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore: Weekly sales')
})

test('the page is usable in the dark and on a phone (OPEN-207)', async ({ adminPage: page, workshop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await explore(page, await sales(workshop), '?by=month:day&show=count')
  await setTheme(page, 'dark')
  await expect(panel(page).getByRole('combobox', { name: 'Add column' })).toBeHidden()
  await expectRows(page, [['2024-01-01', '5']])
  await page.getByRole('button', { name: 'Group, show, filter, sort' }).click()
  await choose(page, 'Add column', 'region')
  await expect(headings(page)).toHaveText(['day_month', 'region', 'rows'])
  await expectAccessible(page)
})

test('a result that is not the latest one of the query is explored as it was shown (OPEN-207)', async ({
  adminPage: page,
  workshop,
}) => {
  const parameters = [{ name: 'land', title: 'Land', type: 'enum', enumOptions: 'DE\nFR', value: 'DE' }]
  const text = `SELECT * FROM (VALUES ('DE', 1), ('FR', 2), ('FR', 3)) t(land, n) WHERE land = '{{ land }}'`
  const query = await workshop.makeQuery({ query: text, options: { parameters } })
  await page.goto(`/queries/${query.id}?p_land=FR`)
  await page.getByRole('button', { name: 'Explore' }).click()
  await expect(page).toHaveURL(/explore\?result=\d+/)
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
  await expect(page.getByText('Not the latest result of the saved query')).toBeVisible()
  const open = page.getByRole('button', { name: 'Open as Query' })
  await expect(open).toHaveAttribute('aria-disabled', 'true')
  await open.hover()
  await expect(page.getByRole('tooltip')).toHaveText(/^Only the latest result of a saved query can be queried/)
  await expectAccessible(page)
})
