import type { Locator, Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { AdminCall } from './page.ts'

/** A dashboard created for one test. */
export interface Board {
  id: number
  slug: string
}

let made = 0

export async function makeBoard(call: AdminCall, name = `Board ${++made}`): Promise<Board> {
  const { id, slug } = await call(api.dashboards.create, { body: { name } })
  return { id, slug }
}

export interface PlaceOnBoard {
  col: number
  row: number
  sizeX: number
  sizeY: number
}

export const addText = (call: AdminCall, board: Board, text: string, place: PlaceOnBoard) =>
  call(api.widgets.create, {
    body: { dashboard_id: board.id, visualization_id: null, text, options: { position: { ...place, autoHeight: false } } },
  })

export const addTable = (call: AdminCall, board: Board, query: Query, place: PlaceOnBoard) =>
  call(api.widgets.create, {
    body: {
      dashboard_id: board.id,
      visualization_id: query.visualizations[0]?.id ?? 0,
      options: { position: { ...place, autoHeight: false } },
    },
  })

export const open = (page: Page, { slug }: Board, search = '') => page.goto(`/dashboard/${slug}${search}`)
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const widget = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
export const status = (page: Page, text: string) => page.getByRole('main').getByRole('status').getByText(text, { exact: true })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
export const stored = async (call: AdminCall, { slug }: Board): Promise<Dashboard> =>
  call(api.dashboards.get, { params: { slug } })
export const positionsOf = async (call: AdminCall, board: Board) =>
  Object.fromEntries((await stored(call, board)).widgets.map(({ id, options }) => [id, options.position]))

/** Chooses an item of the menu that a button opens. */
export async function pick(page: Page, menu: string, entry: string): Promise<void> {
  await button(page, menu).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
