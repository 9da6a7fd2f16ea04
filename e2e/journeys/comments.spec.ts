import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { addText, type Board, button, makeBoard, open, widget } from '../boards.ts'
import { expectAccessible, setTheme } from '../page.ts'
import { activeUser, pageOf } from '../people.ts'
import { expect, test } from '../queries.ts'
import { REGION } from '../regions.ts'

const NAME = 'Orders – Table'
const panel = (page: Page) => page.getByRole('complementary', { name: `Comments: ${NAME}`, exact: true })
const comment = (page: Page, by: string) => panel(page).getByRole('article', { name: `Comment by ${by}` })
const badge = (page: Page, text: string) => widget(page, NAME).getByRole('button', { name: text, exact: true })

async function showComments(page: Page): Promise<void> {
  await widget(page, NAME).hover()
  await button(widget(page, NAME), 'Widget menu').click()
  await page.getByRole('menuitem', { name: 'Comments', exact: true }).click()
}

const openOn = async (page: Page, board: Board, search: string) => {
  await open(page, board, search)
  await expect(widget(page, NAME).getByRole('gridcell').first()).toBeVisible()
}

test('two people talk about a widget: they write, reply, mention, change, resolve and delete (OPEN-261, OPEN-262, OPEN-264, OPEN-268, OPEN-667)', async ({
  adminPage: page,
  adminCall,
  workshop,
  browser,
  baseURL,
}) => {
  const query = await workshop.makeQuery({
    name: 'Orders',
    query: `SELECT '{{ region }}' AS place`,
    options: { parameters: [REGION] },
  })
  const board = await makeBoard(adminCall)
  const options = {
    position: { col: 0, row: 0, sizeX: 3, sizeY: 8, autoHeight: false },
    parameterMappings: { region: { name: 'region', type: 'dashboard-level' as const, mapTo: 'area' } },
  }
  const visualization_id = query.visualizations[0]?.id ?? 0
  await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id, options } })
  await addText(adminCall, board, 'Some text', { col: 3, row: 0, sizeX: 3, sizeY: 4 })

  // Nothing is there yet; what was typed survives the panel and the page.
  await openOn(page, board, '?p_area=south')
  await showComments(page)
  await expect(panel(page)).toContainText('No comments yet')
  await expectAccessible(page)
  const field = panel(page).getByRole('textbox', { name: 'New comment' })
  await field.pressSequentially('@zzz')
  await expect(panel(page).getByText('No one with this name may see this widget.').last()).toBeVisible()
  await expectAccessible(page)
  await field.fill('Why so few?\nSee https://example.com/plan.')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(button(widget(page, NAME), 'Widget menu')).toBeFocused()
  await page.reload()
  await showComments(page)
  await expect(field).toHaveValue('Why so few?\nSee https://example.com/plan.')
  await field.press('Control+Enter')
  await expect(panel(page).getByRole('status')).toHaveText('Comment added.')
  await expect(field).toHaveValue('')
  const first = panel(page).getByRole('article')
  await expect(first).toContainText('Region: south')
  await expect(first.getByRole('link', { name: 'https://example.com/plan' })).toHaveAttribute('target', '_blank')
  await expect(badge(page, '1 open comment thread')).toBeVisible()

  // The link of the comment opens the dashboard with its values and the panel, for somebody else too.
  const link = (await first.getByRole('link', { name: /^Link to this comment/ }).getAttribute('href')) ?? ''
  const ben = await activeUser(adminCall, browser, 'Ben Okafor')
  const other = await pageOf(browser, baseURL ?? '', ben)
  await other.goto(link)
  await expect(widget(other, NAME).getByRole('gridcell', { name: 'south' })).toBeVisible()
  await expect(panel(other)).toContainText('Why so few?')
  await expect(panel(other).getByRole('button', { name: /^Menu of the comment/ })).toHaveCount(0)
  await button(panel(other), 'Reply').click()
  await panel(other).getByRole('textbox', { name: 'Your reply' }).fill('A holiday')
  await panel(other)
    .getByRole('button', { name: /^Reply/ })
    .click()
  await comment(other, 'Ben Okafor').getByRole('button', { name: /^Menu/ }).click()
  await other.getByRole('menuitem', { name: 'Edit' }).click()
  await panel(other).getByRole('textbox', { name: 'Text of the comment' }).fill('A public holiday')
  await panel(other).getByRole('button', { name: /^Save/ }).click()
  await expect(comment(other, 'Ben Okafor')).toContainText('edited')

  // With other values, the panel offers those of the comment.
  await openOn(page, board, '?p_area=north')
  await badge(page, '1 open comment thread').click()
  await expect(comment(page, 'Ben Okafor')).toContainText('A public holiday')
  await expectAccessible(page)
  await setTheme(page, 'dark')
  await expectAccessible(page)
  await setTheme(page, 'light')
  await panel(page).getByRole('link', { name: 'Show these values' }).first().click()
  await expect(widget(page, NAME).getByRole('gridcell', { name: 'south' })).toBeVisible()
  await expect(panel(page).getByRole('link', { name: 'Show these values' })).toHaveCount(0)

  // A mention is chosen from a list with the keyboard, and the mentioned person finds it on Home (OPEN-261, OPEN-268).
  await button(panel(page), 'Reply').click()
  const reply = panel(page).getByRole('textbox', { name: 'Your reply' })
  await reply.pressSequentially('Ask @oka')
  const people = panel(page).getByRole('listbox', { name: 'People who may see this widget' })
  await expect(people.getByRole('option', { name: 'Ben Okafor', selected: true })).toBeVisible()
  await expectAccessible(page)
  await reply.press('Escape')
  await expect(people).toHaveCount(0)
  await reply.press('f')
  await people.getByRole('option', { name: 'Ben Okafor' }).waitFor()
  await reply.press('Enter')
  await expect(reply).toHaveValue('Ask @Ben Okafor ')
  await reply.press('Control+Enter')
  await expect(panel(page).getByRole('article').last()).toContainText('Ask @Ben Okafor')
  await other.goto('/')
  await expect(other.getByRole('link', { name: /mentioned you in a comment/ })).toHaveAttribute('href', /[?&]comments=/)

  await button(panel(page), 'Resolve').click()
  await expect(panel(page).getByRole('status')).toHaveText('Thread resolved.')
  await expect(badge(page, '1 open comment thread')).toHaveCount(0)
  await button(panel(page), 'Show 1 resolved thread').click()
  await button(panel(page), 'Reopen').click()
  await expect(badge(page, '1 open comment thread')).toBeVisible()
  await comment(page, 'Ben Okafor').getByRole('button', { name: /^Menu/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await button(page.getByRole('dialog', { name: 'Delete Comment' }), 'Delete').click()
  await expect(comment(page, 'Ben Okafor')).toHaveCount(0)

  // A textbox, in a dialog on a phone; then a link to a widget that is gone.
  await button(panel(page), 'Close comments').click()
  await page.setViewportSize({ width: 390, height: 844 })
  // The widgets now stand in one column.
  await expect(page.locator('.react-grid-layout')).toHaveCount(0)
  await button(page.locator('[data-grid-item]', { hasText: 'Some text' }), 'Widget menu').click()
  await page.getByRole('menuitem', { name: 'Comments', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Comments: Textbox' })
  await sheet.getByRole('textbox', { name: 'New comment' }).fill('A typo')
  await sheet.getByRole('button', { name: /^Comment/ }).click()
  await expect(sheet.getByRole('article')).toContainText('A typo')
  await expectAccessible(page)
  await open(page, board, '?comments=999999')
  await expect(page.getByRole('dialog', { name: 'Comments' })).toContainText('no longer on the dashboard')
})
