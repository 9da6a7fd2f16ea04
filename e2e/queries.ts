import type { Page } from '@playwright/test'
import { dataSources } from '@sightline/contract/data-sources.ts'
import { executions, JobStatus } from '@sightline/contract/executions.ts'
import { type NewQuery, type Query, queries } from '@sightline/contract/queries.ts'
import { type Visualization, visualizations } from '@sightline/contract/visualizations.ts'
import { type AdminCall, test as base, expect } from './page.ts'

/** A fast query with ten constant rows. */
export const TEN_ROWS = 'SELECT i AS n, i * i AS squared FROM range(10) t(i)'
/** A query that runs until it is cancelled. */
export const ENDLESS = 'SELECT sum(a.range % 7) FROM range(1000000000) a, range(1000000000) b'

/** Creates the records that a journey needs. */
export interface Workshop {
  /** Id of the sample data source. */
  sourceId: number
  /** Saves a query of the sample data source; a draft by default. */
  makeQuery(fields: Partial<NewQuery>): Promise<Query>
  /** Saves a query and runs it. */
  makeRunQuery(fields: Partial<NewQuery>): Promise<Query>
  makeVisualization(query: Query, type: string, name: string, options: Record<string, unknown>): Promise<Visualization>
}

/** `test` for journeys with queries, which waits for the sample data. */
export const test = base.extend<object, { workshop: Workshop }>({
  workshop: [
    async ({ adminCall }, use) => use(await openWorkshop(adminCall)),
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
})
export { expect }

/** Waits for the sample data, then makes the functions that create records. */
export async function openWorkshop(call: AdminCall): Promise<Workshop> {
  const sourceId = await sampleSource(call)
  const makeQuery: Workshop['makeQuery'] = (fields) =>
    call(queries.create, { body: { name: 'A query', query: TEN_ROWS, data_source_id: sourceId, ...fields } })
  return {
    sourceId,
    makeQuery,
    async makeRunQuery(fields) {
      const { id } = await makeQuery(fields)
      const reply = await call(executions.runQuery, { params: { id }, body: { max_age: 0, wait: 30_000 } })
      expect('job' in reply && reply.job.status, 'the run of a query').toBe(JobStatus.done)
      return call(queries.get, { params: { id } })
    },
    makeVisualization: (query, type, name, options) =>
      call(visualizations.create, { body: { query_id: query.id, type, name, options } }),
  }
}

/** Waits for the sample data, which is installed shortly after the first start, and returns the id of its data source. */
async function sampleSource(call: AdminCall): Promise<number> {
  let id = 0
  await expect(async () => {
    const sample = (await call(dataSources.list)).find((source) => source.is_sample)
    id = sample?.id ?? 0
    expect(id, 'the sample data source').toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })
  return id
}

/** The editor's text area. */
export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Query text' })

/** Replaces the text of the editor. */
export async function writeQuery(page: Page, text: string): Promise<void> {
  // In its corner: suggestions may still cover the rest.
  await editorOf(page).click({ position: { x: 4, y: 4 } })
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

/** Opens a new query with a text. */
export async function openNewQuery(page: Page, text: string): Promise<void> {
  await page.goto('/queries/new')
  await writeQuery(page, text)
}

/** The schema tree beside the editor. */
export const schemaTree = (page: Page) => page.getByRole('tree', { name: 'Tables' })

export const executeButton = (page: Page) => page.getByRole('button', { name: 'Execute' })

/** Finds a toast by its text. */
export const toast = (page: Page, text: string | RegExp) => page.locator('[data-toast]').filter({ hasText: text })

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Finds a cell of the result table. Row and column count from 0 in the order shown. */
export const cellAt = (page: Page, row: number, column: number) => page.locator(`[role=gridcell][id$="-${row}-${column}"]`)

/** Chooses an option of a dropdown, which may be open already. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await expect(field).toBeVisible()
  const isOpen = (await field.getAttribute('aria-expanded')) === 'true'
  if (!isOpen) await field.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
