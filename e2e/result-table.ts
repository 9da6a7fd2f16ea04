import type { Locator, Page } from '@playwright/test'
import type { Query } from '@sightline/contract/queries.ts'
import { visualizations } from '@sightline/contract/visualizations.ts'
import type { AdminCall } from './page.ts'
import { cellAt, expect, test, type Workshop } from './queries.ts'

/** More rows than the DOM ever holds at once. */
export const LARGE = 'SELECT i AS n, (i * 7919) % 100000 AS shuffled, i % 3 AS third FROM range(100000) t(i)'
/** Column indexes for `cellAt`. */
export const LARGE_COLUMNS = { n: 0, shuffled: 1, third: 2 }

/** The result table. */
export const grid = (page: Page) => page.getByRole('grid')

/** If rows are sorted by several columns, the header's name also contains the sort rank. */
export const heading = (page: Page, name: string) =>
  grid(page).getByRole('columnheader', { name: new RegExp(`^${name}( \\d)?$`) })

/** The buttons of the heads that sort, without those that open menus. */
export const sortButtons = (within: Page | Locator) =>
  within.getByRole('columnheader').getByRole('button', { name: /^(?!Menu of )/ })

/** All column headers, in the order shown. */
export const headings = (page: Page) => sortButtons(grid(page))

/** Clicks a header; shift adds its column to the current sort order. */
export const sortBy = (page: Page, name: string, withShift = false) =>
  heading(page, name).click({ modifiers: withShift ? ['Shift'] : [] })

/** Saves a query whose table has the given column options. */
export async function makeTable(workshop: Workshop, call: AdminCall, query: string, columns: object[]): Promise<Query> {
  const made = await workshop.makeRunQuery({ query })
  const [table] = made.visualizations
  await call(visualizations.update, { params: { id: table?.id ?? 0 }, body: { options: { columns } } })
  return made
}

/** Makes each test of the describe block start with a table of 100,000 rows. */
export function beginWithLarge(): void {
  let large: Query
  test.beforeAll(async ({ workshop }) => {
    large = await workshop.makeRunQuery({ name: 'Large', query: LARGE })
  })
  test.beforeEach(async ({ adminPage: page }) => {
    await page.goto(`/queries/${large.id}`)
    await expect(cellAt(page, 0, 0)).toHaveText('0')
  })
}
