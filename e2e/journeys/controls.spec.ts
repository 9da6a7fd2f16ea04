import type { Page } from '@playwright/test'
import { queries } from '@sightline/contract/queries.ts'
import { expectAccessible, stopClock } from '../page.ts'
import { dialog, editorOf, expect, test } from '../queries.ts'
import { descriptionText, menuItem, openMenu, title } from '../query-page.ts'
import { holdAnswer, refuse } from '../traffic.ts'

test.describe('shared controls', () => {
  const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name of the query' })
  const saved = (page: Page) => page.getByText(/^Query saved/)

  test('a name edited in place is saved on Enter, but not on Escape, nor if it is blank or unchanged (CTRL-02, CTRL-04, CTRL-05, CTRL-06)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const saves: unknown[] = []
    const { id } = await workshop.makeQuery({ name: 'Berths' })
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith(`/api/queries/${id}`)) saves.push(request.postDataJSON().name)
    })
    await page.goto(`/queries/${id}`)
    await title(page).click()
    await expect(nameField(page)).toBeFocused()
    await expectAccessible(page)
    await nameField(page).fill('Dropped')
    await page.keyboard.press('Escape')
    await expect(title(page)).toHaveText('Berths')
    await title(page).click()
    await nameField(page).fill('   ')
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText('Berths')
    await title(page).click()
    await page.keyboard.press('Enter')
    await expect(title(page)).toHaveText('Berths')
    await title(page).click()
    await nameField(page).fill('Berths by day')
    await page.keyboard.press('Enter')
    await expect(saved(page)).toBeVisible()
    await expect(title(page)).toHaveText('Berths by day')
    expect(saves).toEqual(['Berths by day'])
    expect((await adminCall(queries.get, { params: { id } })).name).toBe('Berths by day')
  })

  test('keyboard focus starts editing and blur saves (CTRL-01, CTRL-03)', async ({ adminPage: page, workshop }) => {
    const { id } = await workshop.makeQuery({ name: 'Piers' })
    await page.goto(`/queries/${id}`)
    await page.getByRole('button', { name: 'Favorite Piers' }).focus()
    await page.keyboard.press('Tab')
    await expect(nameField(page)).toBeFocused()
    await nameField(page).fill('Piers and quays')
    await page.keyboard.press('Tab')
    await expect(saved(page)).toBeVisible()
    await expect(title(page)).toHaveText('Piers and quays')
  })

  test('an unchanged name is not saved over a pending save (CTRL-01, CTRL-06)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const { id } = await workshop.makeQuery({ name: 'Slips' })
    await page.goto(`/queries/${id}`)
    await title(page).click()
    const answer = await holdAnswer(page, `**/api/queries/${id}`)
    await nameField(page).fill('Slips and docks')
    await page.keyboard.press('Enter')
    await answer.isAsked
    // The control shows the value being saved, and editing starts from it.
    await expect(title(page)).toHaveText('Slips and docks')
    await title(page).click()
    await expect(nameField(page)).toHaveValue('Slips and docks')
    answer.release()
    await expect(saved(page)).toBeVisible()
    await page.getByRole('button', { name: 'Favorite Slips and docks' }).focus()
    await expect(title(page)).toHaveText('Slips and docks')
    expect((await adminCall(queries.get, { params: { id } })).name).toBe('Slips and docks')
  })

  test('text that is still being edited is saved when the user goes back (CTRL-03)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const { id } = await workshop.makeQuery({ name: 'Moorings' })
    await page.goto('/queries')
    await page.getByRole('link', { name: 'Moorings' }).click()
    await descriptionText(page).click()
    await page.getByRole('textbox', { name: 'Description of the query' }).fill('By basin')
    await page.goBack()
    await expect(saved(page)).toBeVisible()
    expect((await adminCall(queries.get, { params: { id } })).description).toBe('By basin')
  })

  test('a dialog with changes asks for confirmation before Escape discards them', async ({ adminPage: page, workshop }) => {
    const { id } = await workshop.makeQuery({ name: 'Wharves' })
    await page.goto(`/queries/${id}/source`)
    const add = page.getByRole('button', { name: 'Add parameter' })
    await add.click()
    const parameter = dialog(page, 'Add Parameter')
    await parameter.getByLabel('Keyword').fill('basin')
    const question = dialog(page, 'Discard changes?')
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(parameter.getByLabel('Keyword')).toHaveValue('basin')
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(parameter).toBeHidden()
    await expect(add).toBeFocused()

    await page.getByRole('button', { name: 'Add tag' }).click()
    const tags = dialog(page, 'Add/Edit Tags')
    await tags.getByRole('combobox', { name: 'Tags' }).fill('ports')
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep Editing' }).click()
    await tags.getByRole('button', { name: 'Cancel' }).click()
    await expect(tags).toBeHidden()
  })

  test('a name, description or tags that failed to save stay available for another attempt', async ({
    adminPage: page,
    workshop,
  }) => {
    const { id } = await workshop.makeQuery({ name: 'Quays' })
    await page.goto(`/queries/${id}/source`)
    await refuse(page, `/api/queries/${id}`, 'POST')
    await title(page).click()
    await nameField(page).fill('Quays of the north')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Not today.').first()).toBeVisible()
    await expect(nameField(page)).toHaveValue('Quays of the north')
    await expect(nameField(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(title(page)).toHaveText('Quays')

    // A failed save must not steal the focus from another field.
    const description = page.getByRole('textbox', { name: 'Description of the query' })
    await descriptionText(page).click()
    await description.fill('Where *ships* lie')
    await editorOf(page).click()
    await expect(description).toHaveValue('Where *ships* lie')
    await expect(editorOf(page)).toBeFocused()

    await page.getByRole('button', { name: 'Add tag' }).click()
    const tags = dialog(page, 'Add/Edit Tags')
    await tags.getByRole('combobox', { name: 'Tags' }).fill('ports')
    await page.keyboard.press('Enter')
    await tags.getByRole('button', { name: 'Save' }).click()
    await expect(tags.getByRole('button', { name: 'Save' })).toBeEnabled()
    await expect(tags.getByText('ports')).toBeVisible()

    await page.unroute(`**/api/queries/${id}`)
    await tags.getByRole('button', { name: 'Save' }).click()
    await expect(tags).toBeHidden()
    await description.press('Enter')
    await expect(page.getByText('Where ships lie')).toBeVisible()
    await expect(description).toBeHidden()
  })

  test('a dialog returns the focus to the button or menu item that opened it', async ({ adminPage: page, workshop }) => {
    const { id } = await workshop.makeQuery({ name: 'Locks' })
    await page.goto(`/queries/${id}/source`)
    const add = page.getByRole('button', { name: 'Add parameter' })
    await add.press('Enter')
    await expect(dialog(page, 'Add Parameter').getByLabel('Keyword')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Add Parameter')).toBeHidden()
    await expect(add).toBeFocused()
    const create = page.getByRole('banner').getByRole('button', { name: 'Create' })
    await create.press('Enter')
    await page.getByRole('menu', { name: 'Create' }).getByRole('menuitem', { name: 'Dashboard' }).press('Enter')
    await expect(dialog(page, 'New Dashboard').getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'New Dashboard')).toBeHidden()
    await expect(create).toBeFocused()
  })

  test('one Escape closes the tags dialog (CTRL-10, CTRL-11)', async ({ adminPage: page, workshop }) => {
    const { id } = await workshop.makeQuery({ name: 'Sluices' })
    await page.goto(`/queries/${id}`)
    const add = page.getByRole('button', { name: 'Add tag' })
    await add.press('Enter')
    await expect(dialog(page, 'Add/Edit Tags').getByRole('combobox', { name: 'Tags' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Add/Edit Tags')).toBeHidden()
    await expect(add).toBeFocused()
  })

  test('a discarded tag is gone when the dialog opens again (CTRL-10, CTRL-11)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const { id } = await workshop.makeQuery({ name: 'Quays' })
    await page.goto(`/queries/${id}`)
    const tags = dialog(page, 'Add/Edit Tags')
    const field = tags.getByRole('combobox', { name: 'Tags' })
    await page.getByRole('button', { name: 'Add tag' }).click()
    await field.fill('north')
    await tags.getByRole('button', { name: 'Cancel' }).click()
    await expect(tags).toBeHidden()
    await page.getByRole('button', { name: 'Add tag' }).click()
    await expect(field).toHaveValue('')
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(`/api/queries/${id}`))
    await tags.getByRole('button', { name: 'Save' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ tags: [] })
    await expect(tags).toBeHidden()
    expect((await adminCall(queries.get, { params: { id } })).tags).toEqual([])
  })

  test('a copy button shows success for two seconds (CTRL-07, CTRL-09)', async ({ adminPage: page, workshop, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { id, api_key } = await workshop.makeQuery({ name: 'Cranes' })
    const copies = await watchCopies(page)
    await page.clock.install()
    await openKeyDialog(page, id)
    await expectAccessible(page)
    await stopClock(page)
    const copy = page.getByRole('dialog').getByRole('button', { name: 'Cop' }).first()
    await copy.click()
    await expect(copy).toHaveText('Copied!')
    await page.clock.runFor(1999)
    await expect(copy).toHaveText('Copied!')
    await page.clock.runFor(1)
    await expect(copy).toHaveText('Copy')
    // A second copy restarts the two seconds.
    await copy.click()
    await expect(copy).toHaveText('Copied!')
    await page.clock.runFor(1500)
    await copy.click()
    // The label already says "Copied!", so count the copies instead.
    await expect.poll(copies).toBe(3)
    await page.clock.runFor(1999)
    await expect(copy).toHaveText('Copied!')
    await page.clock.runFor(1)
    await expect(copy).toHaveText('Copy')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(api_key)
  })

  test('copying works on an insecure origin and keeps the focus (CTRL-07)', async ({ adminPage: page, workshop }) => {
    const { id, api_key } = await workshop.makeQuery({ name: 'Winches' })
    await withoutClipboard(page)
    await openKeyDialog(page, id)
    const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy' }).first()
    await copy.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Copied!' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    const search = page.getByPlaceholder('Search queries...')
    await search.focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(search).toHaveValue(String(api_key))
  })

  test('copying on an insecure origin fails if the browser refuses it (CTRL-08)', async ({ adminPage: page, workshop }) => {
    const { id } = await workshop.makeQuery({ name: 'Hawsers' })
    await withoutClipboard(page)
    await page.addInitScript(() => {
      document.execCommand = () => false
    })
    await openKeyDialog(page, id)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).first().click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy failed' })).toBeFocused()
  })

  test('a copy button shows a failure (CTRL-08, CTRL-09)', async ({ adminPage: page, workshop }) => {
    const { id } = await workshop.makeQuery({ name: 'Ramps' })
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } })
    })
    await page.clock.install()
    await openKeyDialog(page, id)
    await stopClock(page)
    const copy = page.getByRole('dialog').getByRole('button', { name: 'Cop' }).first()
    await copy.click()
    await expect(copy).toHaveText('Copy failed')
    await page.clock.runFor(1999)
    await expect(copy).toHaveText('Copy failed')
    await page.clock.runFor(1)
    await expect(copy).toHaveText('Copy')
  })

  /**
   * Counts the page's writes to the clipboard. Call it before the page is opened.
   * @returns the number of completed writes
   */
  async function watchCopies(page: Page): Promise<() => Promise<number>> {
    await page.addInitScript(() => {
      const write = navigator.clipboard.writeText.bind(navigator.clipboard)
      const counted = { copies: 0 }
      navigator.clipboard.writeText = async (text) => {
        await write(text)
        counted.copies += 1
      }
      Object.assign(window, { counted })
    })
    return () => page.evaluate(() => (window as unknown as { counted: { copies: number } }).counted.copies)
  }

  /** Removes the clipboard API, as browsers do on insecure origins. */
  const withoutClipboard = (page: Page) =>
    page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))

  async function openKeyDialog(page: Page, id: number): Promise<void> {
    await page.goto(`/queries/${id}`)
    await openMenu(page)
    await menuItem(page, 'Show API Key').click()
    await expect(page.getByRole('dialog', { name: 'API Key' })).toBeVisible()
  }
})
