import type { Page } from '@playwright/test'
import { type ParameterDefinition, queries } from '@sightline/contract/queries.ts'
import { expectAccessible } from '../page.ts'
import { addButton, bar, field, makeEcho, openSource, unsaved } from '../parameters.ts'
import { cellAt, dialog, executeButton, expect, test, writeQuery } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { alterAnswer } from '../traffic.ts'

test.describe('the order and settings of parameters', () => {
  const three: ParameterDefinition[] = ['one', 'two', 'three'].map((name) => ({ name, value: name }))
  const titles = (page: Page) => bar(page).locator('label')

  test('are changed with the mouse and the keyboard by users who may edit (PARAM-39, PARAM-40)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await makeEcho(workshop, three)
    await openSource(page, query)
    await bar(page).getByRole('button', { name: 'Parameter settings' }).click()
    const grip = (name: string) => page.getByRole('button', { name: `Move ${name}` })
    await expectAccessible(page)
    await grip('One').focus()
    await page.keyboard.press('ArrowDown')
    await expect(titles(page)).toHaveText(['Two', 'One', 'Three'])
    await expect(grip('One')).toBeFocused()
    await expect(page.getByText('One is now 2 of 3.')).toBeAttached()
    await expect(unsaved(page)).toBeVisible()
    // `hover` waits until the element stops moving.
    await grip('Three').hover({ position: { x: 8, y: 8 } })
    const to = await grip('Two').boundingBox()
    await page.mouse.down()
    await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 8, { steps: 8 })
    await page.mouse.up()
    await expect(titles(page)).toHaveText(['Three', 'Two', 'One'])
    await page.getByRole('button', { name: 'Settings of Two' }).click()
    await dialog(page, 'Two').getByLabel('Title').fill('Second')
    await page.keyboard.press('Enter')
    await expect(titles(page)).toHaveText(['Three', 'Second', 'One'])
    await page.keyboard.press('ControlOrMeta+S')
    await expectToast(page, 'Query saved')
    const { options } = await adminCall(queries.get, { params: { id: query.id } })
    expect(options.parameters).toMatchObject([{ name: 'three' }, { name: 'two', title: 'Second' }, { name: 'one' }])
  })

  test('are changed by dragging over several rows, down and up again (PARAM-39, PARAM-40)', async ({
    adminPage: page,
    workshop,
  }) => {
    await openSource(page, await makeEcho(workshop, three))
    await bar(page).getByRole('button', { name: 'Parameter settings' }).click()
    const grip = (name: string) => page.getByRole('button', { name: `Move ${name}` })
    await grip('One').hover({ position: { x: 8, y: 8 } })
    const [from, to] = [await grip('One').boundingBox(), await grip('Three').boundingBox()]
    const at = { x: (to?.x ?? 0) + 8, y: (to?.y ?? 0) + 8 }
    await page.mouse.down()
    await page.mouse.move(at.x, at.y, { steps: 12 })
    await expect(titles(page)).toHaveText(['Two', 'Three', 'One'])
    // Dragging below the last row keeps the item last.
    await page.mouse.move(at.x, at.y + 200, { steps: 4 })
    await expect(titles(page)).toHaveText(['Two', 'Three', 'One'])
    await page.mouse.move(at.x, (from?.y ?? 0) + 8, { steps: 12 })
    await expect(titles(page)).toHaveText(['One', 'Two', 'Three'])
    await page.mouse.up()
    // After the button is released, the pointer no longer moves the item.
    await page.mouse.move(at.x, at.y, { steps: 12 })
    await expect(titles(page)).toHaveText(['One', 'Two', 'Three'])
  })

  test('are changed by clicks alone, in a menu of the handle (OPEN-362)', async ({ adminPage: page, workshop }) => {
    await openSource(page, await makeEcho(workshop, three))
    await bar(page).getByRole('button', { name: 'Parameter settings' }).click()
    await page.getByRole('button', { name: 'Move Three' }).click()
    await page.getByRole('menuitem', { name: 'Move Up' }).click()
    await expect(titles(page)).toHaveText(['One', 'Three', 'Two'])
    await page.getByRole('menuitem', { name: 'Move Up' }).click()
    await expect(titles(page)).toHaveText(['Three', 'One', 'Two'])
    await expect(page.getByRole('menuitem', { name: 'Move Up' })).toBeDisabled()
  })

  test('are not offered to users who may not edit (PARAM-39)', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, three)
    await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({ ...body, can_edit: false }))
    await openSource(page, query)
    await expect(field(page, 'One')).toBeVisible()
    await expect(bar(page).getByRole('button', { name: 'Parameter settings' })).toBeHidden()
    await expect(addButton(page)).toBeDisabled()
  })
})

test.describe('how a parameter reaches the database', () => {
  const tag = (page: Page, text: string) => page.locator('.cm-parameter').filter({ hasText: text })
  const refused = (page: Page) => page.locator('.cm-error')

  test('is shown at its tag in the text and in its settings, and refused places are underlined (OPEN-205, OPEN-212, PARAM-73)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({
      query: "SELECT '{{ city }}' AS city\nFROM (VALUES ({{ amount }})) {{ city }}\nWHERE '{{ city }}' <> 'nowhere'",
      options: {
        parameters: [
          { name: 'city', type: 'text', value: 't' },
          { name: 'amount', type: 'number', value: 1 },
        ],
      },
    })
    await openSource(page, query)
    await tag(page, '{{ amount }}').hover()
    await expect(page.getByText('Inserted as a number.')).toBeVisible()
    await tag(page, '{{ city }}').first().hover()
    await expect(page.getByText('Inserted as it is typed, so it can change the query. Turn on')).toBeVisible()
    await expect(refused(page)).toHaveCount(0)

    await bar(page).getByRole('button', { name: 'Parameter settings' }).click()
    await page.getByRole('button', { name: 'Settings of City' }).click()
    await dialog(page, 'City').getByRole('checkbox', { name: 'Pass as value' }).check()
    const places = dialog(page, 'City').getByRole('group', { name: 'In the query' })
    await expect(places).toContainText('Line 1 Passed as one value: it is escaped for the quotes around it.')
    await expect(places).toContainText(
      'Line 3 Passed as one value, as a parameter of the database. If the query cannot be sent',
    )
    await expect(places).toContainText('Line 2 The query expects no value here')
    await expectAccessible(page)
    await page.keyboard.press('Enter')

    await expect(refused(page)).toHaveText(['{{ city }}'])
    await refused(page).hover()
    await expect(page.getByText('It cannot run with Pass as value.')).toBeVisible()
    await expectAccessible(page)
    await writeQuery(page, "SELECT '{{ city }} AS city, {{ amount }} AS amount")
    await refused(page).first().hover()
    await expect(page.getByText('The quotes around the tag are not closed in the query.')).toBeVisible()
    await writeQuery(page, "SELECT '{{ city }}' AS city, {{ amount }} AS amount")
    await expect(refused(page)).toHaveCount(0)
    await executeButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('t')
  })
})
