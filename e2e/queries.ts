import { type APIRequestContext, type Page, request } from '@playwright/test'
import { dataSources } from '@sightline/contract/data-sources.ts'
import type { Endpoint, ReplyOf } from '@sightline/contract/endpoint.ts'
import { executions, JobStatus } from '@sightline/contract/executions.ts'
import { type NewQuery, type Query, queries } from '@sightline/contract/queries.ts'
import { type Visualization, visualizations } from '@sightline/contract/visualizations.ts'
import { ADMIN, test as base, expect } from './page.ts'

/** Ten rows that every run answers alike, at once. */
export const TEN_ROWS = 'SELECT i AS n, i * i AS squared FROM range(10) t(i)'
/** Runs until it is cancelled. */
export const ENDLESS = 'SELECT sum(a.range % 7) FROM range(1000000000) a, range(1000000000) b'

interface Sent {
  params?: Record<string, string | number>
  body?: unknown
}

/** The product's API, called as the admin: what a journey is not about is made this way. */
export interface Workshop {
  /** The sample data source. */
  sourceId: number
  call<E extends Endpoint>(endpoint: E, sent?: Sent): Promise<ReplyOf<E>>
  /** A saved query of the sample data source. */
  makeQuery(fields: Partial<NewQuery>): Promise<Query>
  /** A saved query with its latest result. */
  makeRunQuery(fields: Partial<NewQuery>): Promise<Query>
  makeVisualization(query: Query, type: string, name: string, options: Record<string, unknown>): Promise<Visualization>
  /** Signs a page in, without the page that users see. */
  signIn(page: Page): Promise<void>
}

/** The test of a journey around queries: `app` is a page that is signed in and quiet. */
export const test = base.extend<{ app: Page }, { workshop: Workshop }>({
  workshop: [
    async ({ product }, use) => {
      const http = await request.newContext({ baseURL: product.url })
      await use(await openWorkshop(http))
      await http.dispose()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Each page starts from the product's own address, so that a journey names paths alone.
  baseURL: async ({ product }, use) => use(product.url),
  app: async ({ quietPage, workshop }, use) => {
    await workshop.signIn(quietPage)
    await use(quietPage)
  },
})
export { expect }

async function openWorkshop(http: APIRequestContext): Promise<Workshop> {
  await expect(await http.post('/login', { data: { email: ADMIN.email, password: ADMIN.password } })).toBeOK()
  const { cookies } = await http.storageState()
  const token = cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''

  async function call<E extends Endpoint>(endpoint: E, { params = {}, body }: Sent = {}): Promise<ReplyOf<E>> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]))
    const answer = await http.fetch(path, { method: endpoint.method, data: body, headers: { 'X-CSRF-TOKEN': token } })
    expect(answer.ok(), `${endpoint.method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
    const reply: unknown = await answer.json()
    // The parser is the endpoint's own, which the type cannot tell.
    return endpoint.reply.parse(reply) as ReplyOf<E>
  }

  let sourceId = 0
  await expect(async () => {
    const sample = (await call(dataSources.list)).find((source) => source.is_sample)
    sourceId = sample?.id ?? 0
    expect(sourceId, 'the sample data source').toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })

  const makeQuery: Workshop['makeQuery'] = (fields) =>
    call(queries.create, { body: { name: 'A query', query: TEN_ROWS, data_source_id: sourceId, ...fields } })
  return {
    sourceId,
    call,
    makeQuery,
    async makeRunQuery(fields) {
      const { id } = await makeQuery(fields)
      const reply = await call(executions.runQuery, { params: { id }, body: { max_age: 0, wait: 30_000 } })
      expect('job' in reply && reply.job.status, 'the run of a query').toBe(JobStatus.done)
      return call(queries.get, { params: { id } })
    },
    makeVisualization: (query, type, name, options) =>
      call(visualizations.create, { body: { query_id: query.id, type, name, options } }),
    signIn: (page) => page.context().addCookies(cookies),
  }
}

/** The editor's text. */
export const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Query text' })

/** Replaces the text of the editor. */
export async function writeQuery(page: Page, text: string): Promise<void> {
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

/** Opens a new query with a text. */
export async function openNewQuery(page: Page, text: string): Promise<void> {
  await page.goto('/queries/new')
  await writeQuery(page, text)
}

export const executeButton = (page: Page) => page.getByRole('button', { name: 'Execute' })

/** A toast, by its text. */
export const toast = (page: Page, text: string) => page.locator('.mantine-Notifications-notification').filter({ hasText: text })

/** Names of a table's columns, as shown. */
export const headings = (page: Page) =>
  page
    .getByRole('grid')
    .getByRole('columnheader')
    .filter({ hasNot: page.getByLabel('Row') })

/** A cell of the result's table. Both count from 0, as shown. */
export const cellAt = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 2}"] [role=gridcell][aria-colindex="${column + 2}"]`)

/** Chooses an option of a list that opens below its field. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Requests of the page to an address, from now on. */
export function watchRequests(page: Page, method: string, address: RegExp): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (sent) => {
    if (sent.method() === method && address.test(sent.url())) bodies.push(sent.postDataJSON())
  })
  return bodies
}

/** Has the page see an answer of the API as if it was changed in some of its fields. */
export async function alterAnswer(page: Page, address: string | RegExp, change: (body: Record<string, unknown>) => unknown) {
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })
}
