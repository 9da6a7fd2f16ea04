import type { Page } from '@playwright/test'
import { dataSources } from '@sightline/contract/data-sources.ts'
import { expectAccessible } from '../page.ts'
import { cellAt, executeButton, expect, schemaTree, test, writeQuery } from '../queries.ts'

const picker = (page: Page) => page.getByRole('button', { name: /^Data source:/ })
const table = (page: Page, name: string) => schemaTree(page).getByRole('treeitem', { name })

async function openOnResults(page: Page): Promise<void> {
  await page.goto('/queries/new')
  // A new query must not default to Query Results while there are no queries to read.
  await expect(picker(page)).toHaveText('Sample data')
  await picker(page).click()
  await page.getByRole('option', { name: 'Query Results', exact: true }).click()
  await expect(picker(page)).toHaveText('Query Results')
}

test('queries of the schema are joined, and their rows are shown', async ({ adminPage: page, workshop }) => {
  const teams = await workshop.makeRunQuery({
    name: 'Teams of the journey',
    query: "SELECT i AS team, 'team ' || i AS name FROM range(3) t(i)",
  })
  const scores = await workshop.makeQuery({
    name: 'Scores of the journey',
    query: 'SELECT i % 3 AS team, i AS score FROM range(9) t(i)',
  })
  await openOnResults(page)
  await page.getByRole('textbox', { name: 'Search schema' }).fill('journey')
  await expect(table(page, `query_${scores.id} Scores of the journey`)).toBeVisible()
  await table(page, `query_${teams.id} Teams of the journey`).click()
  await expect(table(page, 'name string')).toBeVisible()
  await expectAccessible(page)

  await writeQuery(
    page,
    `SELECT t.name, sum(s.score) AS score FROM cached_query_${teams.id} t JOIN query_${scores.id} s USING (team) GROUP BY ALL ORDER BY 1`,
  )
  await executeButton(page).click()
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible()
  await expect(cellAt(page, 0, 0)).toHaveText('team 0')
  await expect(cellAt(page, 2, 1)).toHaveText('15')
})

test('an unreadable query is named in the error', async ({ adminPage: page, workshop }) => {
  // The query text is unique; otherwise a cached result would exist.
  const query = await workshop.makeQuery({ query: "SELECT 'never run' AS state" })
  await openOnResults(page)
  await writeQuery(page, 'SELECT * FROM query_987654')
  await executeButton(page).click()
  await expect(page.getByText('Query id 987654 not found.')).toBeVisible()
  await writeQuery(page, `SELECT * FROM cached_query_${query.id}`)
  await executeButton(page).click()
  await expect(page.getByText(`No cached result available for query ${query.id}.`)).toBeVisible()
})

test('another Query Results source is added without options (DS-27)', async ({ adminPage: page, adminCall }) => {
  await page.goto('/data_sources/new')
  const dialog = page.getByRole('dialog', { name: 'Create a New Data Source' })
  await dialog.getByRole('button', { name: 'Query Results', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Results of a few')
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Results of a few' })).toBeVisible()
  await page.getByRole('button', { name: 'Test Connection' }).click()
  await expect(page.getByText('Success')).toBeVisible()
  const sources = (await adminCall(dataSources.list)).filter(({ type }) => type === 'results')
  expect(sources.map(({ name }) => name)).toContain('Results of a few')
})
