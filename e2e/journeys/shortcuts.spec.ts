import { expectAccessible } from '../page.ts'
import { expect, test } from '../queries.ts'
import { followLetters } from '../shortcuts.ts'

test.describe('by keyboard', () => {
  test('letters open the lists, the search and a new query', async ({ adminPage: page }) => {
    await page.goto('/')
    await expect(page.getByRole('banner')).toBeVisible()
    await followLetters(page, 'gq', '/queries')
    await followLetters(page, 'gd', '/dashboards')
    const search = page.getByPlaceholder('Search queries...')
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('gq?')
    await expect(page).toHaveURL('/dashboards')
    await expect(search).toHaveValue('gq?')
    await page.keyboard.press('Escape')
    await expect(search).not.toBeFocused()
    await followLetters(page, 'cq', '/queries/new')
  })

  test('the list of shortcuts opens from the help menu and can switch them off (SHELL-17)', async ({ adminPage: page }) => {
    await page.goto('/dashboards')
    await expect(page.getByRole('banner')).toBeVisible()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Single-letter shortcuts').click()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('?')
    const help = page.getByRole('button', { name: 'Help' })
    await expect(help).toHaveAttribute('aria-expanded', 'false')
    await help.click()
    await expect(page.getByRole('menu', { name: 'Help' })).toBeVisible()
    await expect(help).toHaveAttribute('aria-expanded', 'true')
    await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click()
    await expect(dialog.getByLabel('Single-letter shortcuts')).not.toBeChecked()
  })

  test('the first tab stop skips the header', async ({ adminPage: page }) => {
    await page.goto('/dashboards')
    await expect(page.getByRole('heading', { name: 'Dashboards', exact: true })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
})
