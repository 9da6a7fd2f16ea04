import type { Page } from '@playwright/test'
import { button, makeBoard, open } from '../boards.ts'
import { expectAccessible, setTheme } from '../page.ts'
import { dialog, expect, test } from '../queries.ts'

test.use({ settings: { SIGHTLINE_ORG_NAME: 'Dialogs' } })

interface OpenedDialog {
  title: string
  show(page: Page): Promise<void>
}

const bySequence =
  (...names: string[]) =>
  async (page: Page) => {
    const [first = '', ...entries] = names
    await button(page, first).first().click()
    for (const name of entries) await page.getByRole('menuitem', { name }).click()
  }

/** Opens dialogs one after the other on the open page, and checks each in both themes. */
async function expectAccessibleDialogs(page: Page, dialogs: readonly OpenedDialog[]): Promise<void> {
  for (const { title, show } of dialogs) {
    await show(page)
    const opened = dialog(page, title)
    await expect(opened).toBeVisible()
    // A description of all that it contains would be read before its first field.
    await expect(opened, title).toHaveAccessibleDescription('')
    for (const theme of ['dark', 'light'] as const) {
      await setTheme(page, theme)
      await expectAccessible(page)
    }
    await page.keyboard.press('Escape')
    await expect(opened).toBeHidden()
  }
}

test('the dialogs of a query are accessible in both themes and are not described by their content (OPEN-721)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'With dialogs' })
  await page.goto(`/queries/${query.id}`)
  await expectAccessibleDialogs(page, [
    { title: 'Refresh Schedule', show: (page) => page.getByRole('button', { name: 'Refresh schedule' }).click() },
    { title: 'Past Executions', show: bySequence('More actions', 'Past Executions') },
    { title: 'API Key', show: bySequence('More actions', 'Show API Key') },
    { title: 'Embed Query', show: bySequence('Share', 'Embed Elsewhere') },
    { title: 'Subscriptions', show: bySequence('Share', 'Subscribe') },
    { title: 'Add to Dashboard', show: bySequence('Add to Dashboard') },
    { title: 'Keyboard Shortcuts', show: (page) => page.keyboard.press('Shift+?') },
  ])
})

test('the dialogs of a dashboard are accessible in both themes and are not described by their content (OPEN-721)', async ({
  adminPage: page,
  adminCall,
}) => {
  const board = await makeBoard(adminCall)
  await open(page, board)
  await expectAccessibleDialogs(page, [
    { title: 'Subscriptions', show: bySequence('Subscribe') },
    { title: 'Share Dashboard', show: bySequence('Share') },
  ])
  await open(page, board, '?edit=true')
  await expectAccessibleDialogs(page, [
    { title: 'Add Widget', show: bySequence('Add Widget') },
    { title: 'Add Textbox', show: bySequence('Add Textbox') },
  ])
})

test('the dialogs of users, groups, snippets, keys and data sources are accessible in both themes and are not described by their content (OPEN-691, OPEN-721)', async ({
  adminPage: page,
}) => {
  for (const [path, opener, title] of [
    ['/users', 'New User', 'Create a New User'],
    ['/groups', 'New Group', 'Create a New Group'],
    ['/query_snippets', 'New Query Snippet', 'Create Query Snippet'],
    ['/destinations', 'New Alert Destination', 'Create a New Alert Destination'],
    ['/data_sources', 'New Data Source', 'Create a New Data Source'],
  ] as const) {
    await page.goto(path)
    const show = () => page.getByRole('main').getByText(opener, { exact: true }).first().click()
    await expectAccessibleDialogs(page, [{ title, show }])
  }
  await page.goto('/users/me')
  await expectAccessibleDialogs(page, [
    { title: 'New API Key', show: bySequence('New API Key') },
    { title: 'Change Password', show: bySequence('Change Password') },
  ])
})
