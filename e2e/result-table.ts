import type { Page } from '@playwright/test'
import type { Query } from '@sightline/contract/queries.ts'
import { visualizations } from '@sightline/contract/visualizations.ts'
import type { AdminCall } from './page.ts'
import { cellAt, expect, test, type Workshop } from './queries.ts'

/** More rows than are ever in the page at once. */
export const LARGE = 'SELECT i AS n, (i * 7919) % 100000 AS shuffled, i % 3 AS third FROM range(100000) t(i)'
/** Places of its columns, as counted by `cellAt`. */
export const LARGE_COLUMNS = { n: 0, shuffled: 1, third: 2 }

/** The table of a result. */
export const grid = (page: Page) => page.getByRole('grid')

/** With more than one column in the order of the rows, its rank is part of a head's name. */
export const heading = (page: Page, name: string) =>
  grid(page).getByRole('columnheader', { name: new RegExp(`^${name}( \\d)?$`) })

/** All heads, as they stand. */
export const headings = (page: Page) => grid(page).getByRole('columnheader').getByRole('button')

/** Clicks on a head; with shift, its column joins the order there is. */
export const sortBy = (page: Page, name: string, withShift = false) =>
  heading(page, name).click({ modifiers: withShift ? ['Shift'] : [] })

/** A query whose table has these options. */
export async function makeTable(workshop: Workshop, call: AdminCall, query: string, columns: object[]): Promise<Query> {
  const made = await workshop.makeRunQuery({ query })
  const [table] = made.visualizations
  await call(visualizations.update, { params: { id: table?.id ?? 0 }, body: { options: { columns } } })
  return made
}

/** Has each of the tests beside it begin with the table of a hundred thousand rows. */
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
