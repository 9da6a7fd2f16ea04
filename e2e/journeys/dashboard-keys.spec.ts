import { addText, button, dialog, makeBoard, open, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, test } from '../queries.ts'

test('widgets are added and removed with the keyboard, and the focus is never lost (OPEN-668)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  await workshop.makeRunQuery({ name: 'Keyed one' })
  await workshop.makeRunQuery({ name: 'Keyed two' })
  const board = await makeBoard(adminCall)
  await addText(adminCall, board, 'A note', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
  await open(page, board, '?edit=true')
  await button(page, 'Add Widget').press('Enter')
  const adding = dialog(page, 'Add Widget')
  const search = adding.getByRole('textbox', { name: 'Query' })
  await expect(search).toBeFocused()
  await search.fill('Keyed')
  const options = adding.getByRole('listbox', { name: 'Queries' }).getByRole('option')
  await expect(options).toHaveCount(2)
  await page.keyboard.press('Tab')
  await expect(options.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(options.last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await expect(options.last()).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(button(adding, 'Choose another query')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await search.fill('Keyed one')
  await expect(options).toHaveCount(1)
  await options.press('Enter')
  await expect(button(adding, 'Choose another query')).toBeFocused()
  const add = button(adding, 'Add to Dashboard')
  // Until the query has arrived, the button cannot take the focus, and the key would go to the one before.
  await expect(add).toBeEnabled()
  await add.press('Enter')
  await expect(adding).toHaveCount(0)
  await expect(button(page, 'Add Widget')).toBeFocused()

  const added = widget(page, /^Keyed one/)
  await button(added, 'Remove widget').press('Enter')
  await button(dialog(page, 'Remove Widget'), 'Remove').press('Enter')
  await expect(added).toHaveCount(0)
  await expect(widget(page, 'A note')).toBeFocused()
})

test('an undone change of the layout is read with the place that the widget has again (OPEN-669)', async ({
  adminPage: page,
  adminCall,
}) => {
  const board = await makeBoard(adminCall)
  await addText(adminCall, board, 'A note', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
  await open(page, board, '?edit=true')
  const read = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeAttached()
  await widget(page, 'A note').press('Shift+ArrowRight')
  await read('Column 1, row 1, 4 wide, 4 high.')
  await page.keyboard.press('Control+z')
  await read('Column 1, row 1, 3 wide, 4 high.')
  await page.keyboard.press('Control+Shift+z')
  await read('Column 1, row 1, 4 wide, 4 high.')
})
