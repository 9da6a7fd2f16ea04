import type { Locator } from '@playwright/test'
import { expectAccessible, expectClosesAfter, runUntilVisible, signIn, stopClock } from '../page.ts'
import { editorOf, expect, test } from '../queries.ts'

test.describe('notices', () => {
  test('a notice is shown while the browser is offline (SHELL-35, SHELL-36)', async ({ adminPage: page, context }) => {
    const notice = page.getByText('Please check your Internet connection.')
    await page.clock.install()
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: /cannot be found/ })).toBeVisible()
    await context.setOffline(true)
    await expect(notice).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(notice).toBeVisible()
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(notice).toBeHidden()
  })

  // Uses `failingPage` because the browser logs the missing file.
  test('a part of the page that is no longer on the server shows an error, and the page stays', async ({ page, product }) => {
    await signIn(page, product)
    const create = page.getByRole('banner').getByRole('button', { name: 'Create' })
    await create.click()
    await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('menuitem', { name: 'Dashboard' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Part of the page could not be loaded.' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'The dialog could not be opened.' })).toBeVisible()
    await expect(create).toBeVisible()
  })

  test('a toast appears at the bottom right and closes by itself after 3 s (SHELL-33, SHELL-34)', async ({
    adminPage: page,
    workshop,
  }) => {
    const { id } = await workshop.makeQuery({ name: 'Delays at noon' })
    await page.clock.install()
    await page.goto(`/queries/${id}`)
    await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
    const toast = page.getByRole('status').filter({ hasText: 'Query saved and published' })
    await stopClock(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await runUntilVisible(page, toast)
    await page.clock.runFor(200)
    await expect
      .poll(async () => {
        const box = await toast.boundingBox()
        return box === null ? null : [1440 - box.x - box.width, 900 - box.y - box.height].map((gap) => gap >= 0 && gap <= 24)
      })
      .toEqual([true, true])
    await expectClosesAfter(page, toast, 2800)
  })

  test('a toast stays under the pointer and while it has the focus, and others wait for their turn (OPEN-685)', async ({
    adminPage: page,
  }) => {
    await page.clock.install()
    await page.goto('/queries/new')
    const toasts = page.locator('[data-toast]')
    await expect(editorOf(page)).toBeVisible()
    await stopClock(page)
    for (let count = 0; count < 4; count++) await page.keyboard.press('ControlOrMeta+s')
    await runUntilVisible(page, toasts.nth(2))
    await expect(toasts).toHaveCount(3)
    await toasts.first().hover()
    await page.clock.runFor(3000)
    // The fourth has taken the place of one that has closed.
    await expect(toasts).toHaveCount(2)
    await toasts.first().getByRole('button', { name: 'Close' }).focus()
    await page.mouse.move(0, 0)
    await page.clock.runFor(6000)
    await expect(toasts).toHaveCount(1)
    await toasts.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(toasts).toHaveCount(0)
  })

  test('toasts appear above the buttons at the bottom of a page, as long as it has them (OPEN-802)', async ({
    adminPage: page,
    workshop,
  }) => {
    const { id } = await workshop.makeRunQuery({ name: 'Delays by hour' })
    const bottomOfToasts = () => page.locator('[data-toasts]').evaluate((place) => place.getBoundingClientRect().bottom)
    /** Whether toasts end above an element. */
    const areAbove = (element: Locator) => async () => (await bottomOfToasts()) <= ((await element.boundingBox())?.y ?? 0)
    await page.goto(`/queries/${id}`)
    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    const save = page.getByRole('button', { name: /^Save/ })
    await expect.poll(areAbove(save)).toBe(true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(save).toBeHidden()
    await expect.poll(bottomOfToasts).toBe(880)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(areAbove(page.getByRole('button', { name: 'Explore' }))).toBe(true)
  })
})
