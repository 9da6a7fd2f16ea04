import type { Page } from '@playwright/test'
import type { Query } from '@sightline/contract/queries.ts'
import { withoutPermissions } from './page.ts'
import { alterAnswer } from './traffic.ts'

export const title = (page: Page) => page.getByRole('button', { description: 'Name of the query' })
export const descriptionText = (page: Page) => page.getByRole('button', { description: 'Description of the query' })
export const menuItem = (page: Page, name: string) => page.getByRole('menuitem', { name })
export const openMenu = (page: Page) => page.getByRole('button', { name: 'More actions' }).click()

/** Makes the page see the query as another user's and its own user as not an admin. */
export async function asGuest(page: Page, query: Query, mayEdit: boolean): Promise<void> {
  await withoutPermissions(page, 'admin')
  await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({
    ...body,
    user: { ...query.user, id: query.user.id + 1, name: 'Ada Brandt' },
    can_edit: mayEdit,
  }))
}

/** Renames the query in place. */
export async function rename(page: Page, name: string): Promise<void> {
  await title(page).click()
  await page.getByRole('textbox', { name: 'Name of the query' }).fill(name)
  await page.keyboard.press('Enter')
}
