import type { Page } from '@playwright/test'
import type { ParameterDefinition, Query } from '@sightline/contract/queries.ts'
import type { Workshop } from './queries.ts'

export const bar = (page: Page) => page.getByRole('region', { name: 'Parameters' })
export const field = (page: Page, title: string) => bar(page).getByLabel(title, { exact: true })
export const applyButton = (page: Page) => bar(page).getByRole('button', { name: /^Apply Changes/ })
export const addButton = (page: Page) => page.getByRole('button', { name: 'Add parameter' })
export const unsaved = (page: Page) => page.getByText('Unsaved changes')

/** Saves a query that returns the values of its parameters. */
export const makeEcho = (workshop: Workshop, parameters: ParameterDefinition[], text?: string) =>
  workshop.makeQuery({
    query: text ?? `SELECT ${parameters.map(({ name }) => `'{{ ${name} }}' AS ${name}`).join(', ')}`,
    options: { parameters },
  })

/** Saves a query whose result fills a dropdown. */
export const makeCities = (workshop: Workshop, name: string) =>
  workshop.makeRunQuery({
    name,
    query: "SELECT * FROM (VALUES ('Berlin', 'b'), ('Paris', 'p'), ('Rome', 'r')) t(name, value)",
  })

export const open = (page: Page, { id }: Query, search = '') => page.goto(`/queries/${id}${search}`)
export const openSource = (page: Page, { id }: Query, search = '') => page.goto(`/queries/${id}/source${search}`)
