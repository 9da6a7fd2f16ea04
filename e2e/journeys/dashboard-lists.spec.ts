import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { type Board, makeBoard } from '../boards.ts'
import { expect, expectAccessible, test } from '../page.ts'
import { alterAnswer, holdAnswer } from '../traffic.ts'

// Needs its own server so that the lists hold only these dashboards.
test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_ORG_NAME: 'Big pictures' } })

const names = (page: Page) => page.getByRole('table').getByRole('row').getByRole('link')
const row = (page: Page, name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name })

test('lists without dashboards say what to do (DASH-09, DASH-10)', async ({ adminPage: page }) => {
  await page.goto('/dashboards')
  await expect(page.getByText('See the big picture')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Favorites', exact: true }).click()
  await expect(page.getByText('Mark dashboards as Favorite to list them here.')).toBeVisible()
  await expectAccessible(page)
})

test.describe('the list of dashboards', () => {
  let harbour: Board
  test.beforeAll(async ({ adminCall }) => {
    harbour = await makeBoard(adminCall, 'Harbour traffic')
    await makeBoard(adminCall, 'Sales')
    await adminCall(api.dashboards.update, { params: { slug: harbour.slug }, body: { tags: ['north'], is_draft: false } })
  })
  test.beforeEach(({ adminPage: page }) => page.goto('/dashboards'))

  test('shows all of them, the newest first, and opens them (DASH-01, DASH-05, DASH-06, DASH-08)', async ({
    adminPage: page,
  }) => {
    await expect(names(page)).toHaveText(['Sales', 'Harbour traffic'])
    await expect(page.getByRole('columnheader')).toHaveText(['Favorite', 'Name', 'Created By', 'Created At'])
    await expect(row(page, 'Sales').getByText('mara')).toBeVisible()
    await expect(row(page, 'Sales').getByText('Unpublished')).toBeVisible()
    await expect(row(page, 'Harbour traffic').getByText('Unpublished')).toBeHidden()
    await expect(row(page, 'Harbour traffic').getByText('north')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Harbour traffic' }).click()
    await expect(page).toHaveURL(`/dashboard/${harbour.slug}`)
  })

  test('is searched, filtered by tag and paged (DASH-04)', async ({ adminPage: page }) => {
    await expect(page.getByRole('combobox', { name: 'Results per page' })).toBeVisible()
    await page.getByPlaceholder('Search...', { exact: true }).fill('harb')
    await expect(names(page)).toHaveText(['Harbour traffic'])
    await page.getByPlaceholder('Search...', { exact: true }).fill('')
    await expect(names(page)).toHaveCount(2)
    await page.getByRole('group', { name: 'Tags' }).getByRole('button', { name: 'north' }).click()
    await expect(names(page)).toHaveText(['Harbour traffic'])
  })

  test('is beside a list of favorites, which has a dashboard as soon as its star is stored (DASH-02, DASH-03)', async ({
    adminPage: page,
  }) => {
    const marking = await holdAnswer(page, '**/favorite')
    await page.getByRole('button', { name: 'Favorite Sales' }).click()
    await page.getByRole('link', { name: 'Favorites', exact: true }).click()
    await expect(page).toHaveURL('/dashboards/favorites')
    await expect(page.getByText('Mark dashboards as Favorite to list them here.')).toBeVisible()
    marking.release()
    await expect(names(page)).toHaveText(['Sales'])
    await page.getByRole('link', { name: 'All Dashboards', exact: true }).click()
    await expect(names(page)).toHaveText(['Sales', 'Harbour traffic'])
  })
})

test('drafts and archived dashboards are labeled (DASH-07)', async ({ adminPage: page, adminCall }) => {
  const { slug } = await makeBoard(adminCall, 'Old harbour')
  await makeBoard(adminCall, 'Draft of sales')
  await alterAnswer(page, /\/api\/dashboards\?/, (list) => ({
    ...list,
    results: (list.results as { slug: string }[]).map((board) => ({ ...board, is_archived: board.slug === slug })),
  }))
  await page.goto('/dashboards')
  await expect(row(page, 'Old harbour').getByText('Archived')).toBeVisible()
  await expect(row(page, 'Draft of sales').getByText('Unpublished')).toBeVisible()
  await expect(row(page, 'Draft of sales').getByText('Archived')).toBeHidden()
})
