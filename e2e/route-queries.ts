import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { type AdminCall, test as base } from './page.ts'

export { expect } from './page.ts'

export const QUERIES = 30
export const routeName = (number: number) => `Route ${String(number).padStart(2, '0')}`
/** Route names from `from` down to `to`, as lists show the newest first. */
export const routesDown = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => routeName(from - index))

/** Saves a query in the data source of the routes. */
export type MakeRoute = (name: string, tags: string[]) => Promise<{ id: number }>

/**
 * `test` for journeys through lists: with thirty queries, `Route 01` to `Route 30`, of which every third one is tagged `north`, every
 * second one `cargo`, 07 and 08 are favorites and 01 is published, and with an archived favorite. A file needs a server of its own,
 * so that the lists hold only these.
 */
export const test = base.extend<object, { makeRoute: MakeRoute }>({
  makeRoute: [
    async ({ adminCall }, use) => {
      const source = await adminCall(api.dataSources.create, {
        body: { name: 'Routes', type: 'sqlite', options: { dbpath: '/srv/routes.db' } },
      })
      const makeRoute: MakeRoute = (name, tags) =>
        adminCall(api.queries.create, { body: { name, query: 'SELECT 1', data_source_id: source.id, tags } })
      await makeRoutes(adminCall, makeRoute)
      await use(makeRoute)
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
})

async function makeRoutes(adminCall: AdminCall, makeRoute: MakeRoute): Promise<void> {
  for (let number = 1; number <= QUERIES; number++) {
    const tags = [...(number % 3 === 0 ? ['north'] : []), ...(number % 2 === 0 ? ['cargo'] : [])]
    const { id } = await makeRoute(routeName(number), tags)
    if (number === 1) await adminCall(api.queries.update, { params: { id }, body: { is_draft: false } })
    if (number === 7 || number === 8) await adminCall(api.queries.favorite, { params: { id } })
  }
  const { id } = await makeRoute('Closed route', ['gone'])
  await adminCall(api.queries.favorite, { params: { id } })
  await adminCall(api.queries.remove, { params: { id } })
}

export const names = (page: Page) => page.getByRole('table').getByRole('row').getByRole('link')
export const row = (page: Page, name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name })
export const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
export const searchBox = (page: Page) => page.getByPlaceholder('Search...', { exact: true })
export const tag = (page: Page, name: string) => page.getByRole('group', { name: 'Tags' }).getByRole('button', { name })
export const nextPage = (page: Page) => page.getByRole('button', { name: 'Next page' })
export const pageSize = (page: Page) => page.getByRole('combobox', { name: 'Results per page' })
