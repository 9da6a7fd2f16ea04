import type { Page } from '@playwright/test'
import { dataSources } from '@sightline/contract/data-sources.ts'
import { queries } from '@sightline/contract/queries.ts'
import { expectAccessible } from '../page.ts'
import { cellAt, executeButton, expect, test, writeQuery } from '../queries.ts'

const dialectButton = (page: Page) => page.getByRole('button', { name: /^SQL dialect:/ })

test('a new query on Query Results starts in DuckDB, and its author switches it to SQLite and back (DS-30)', async ({
  adminPage: page,
  adminCall,
}) => {
  await page.goto('/queries/new')
  await page.getByRole('button', { name: /^Data source:/ }).click()
  await page.getByRole('option', { name: 'Query Results', exact: true }).click()
  await expect(dialectButton(page)).toHaveText('DuckDB SQL')
  await writeQuery(page, 'SELECT 5/2 AS half')
  await executeButton(page).click()
  await expect(cellAt(page, 0, 0)).toHaveText('2.5')

  await dialectButton(page).click()
  await expect(page.getByRole('menuitemradio', { name: 'DuckDB SQL' })).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('menuitemradio', { name: 'SQLite' }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(dialectButton(page)).toHaveText('SQLite')
  await expect(cellAt(page, 0, 0)).toHaveText('2')

  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page).toHaveURL(/\/queries\/\d+\/source/)
  const id = Number(/queries\/(\d+)/.exec(page.url())?.[1])
  const saved = () => adminCall(queries.get, { params: { id } })
  expect((await saved()).options).toEqual({ dialect: 'sqlite' })

  await page.reload()
  await expect(dialectButton(page)).toHaveText('SQLite')
  await dialectButton(page).press('Enter')
  await page.getByRole('menuitemradio', { name: 'DuckDB SQL' }).press('Enter')
  await expect(cellAt(page, 0, 0)).toHaveText('2.5')
  expect((await saved()).options).toEqual({ dialect: 'duckdb' })
})

test('a query saved by a Redash API client is shown as SQLite (DS-30)', async ({ adminPage: page, adminCall, workshop }) => {
  const sources = await adminCall(dataSources.list)
  const results = sources.find(({ type }) => type === 'results')
  const query = await workshop.makeQuery({ query: "SELECT 'Abc' LIKE 'abc' AS alike", data_source_id: results?.id ?? 0 })
  await page.goto(`/queries/${query.id}/source`)
  await expect(dialectButton(page)).toHaveText('SQLite')
  await executeButton(page).click()
  await expect(cellAt(page, 0, 0)).toHaveText('1')
})
