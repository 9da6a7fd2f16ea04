import { queries } from '@sightline/contract/queries.ts'
import { expectAccessible } from '../page.ts'
import { addButton, applyButton, bar, field } from '../parameters.ts'
import { cellAt, choose, dialog, editorOf, executeButton, expect, openNewQuery, test, writeQuery } from '../queries.ts'

test('a parameter for tables and columns is added in the dialog, and the column that is chosen is shown (OPEN-203, PARAM-76)', async ({
  adminPage: page,
  adminCall,
}) => {
  await openNewQuery(page, 'SELECT ')
  await addButton(page).click()
  const form = dialog(page, 'Add Parameter')
  await form.getByLabel('Keyword').fill('column')
  await choose(page, 'Type', 'Table or column')
  const names = form.getByRole('textbox', { name: 'Names' })
  await expect(names).toHaveAccessibleDescription('One per line, as the database spells them. Quotes are added.')
  await expectAccessible(page)
  await names.fill('Sales Region')
  const schema = form.getByRole('combobox', { name: 'Add from the schema' })
  await schema.fill('delay_m')
  await page.getByRole('option', { name: 'delay_min', exact: true }).click()
  await expect(names).toHaveValue('Sales Region\ndelay_min')
  await expect(schema).toHaveValue('')
  await schema.fill('flight')
  await page.getByRole('option', { name: 'flights', exact: true }).click()
  await expect(names).toHaveValue('Sales Region\ndelay_min\nflights')
  await schema.fill('airports.l')
  await expect(page.getByRole('option')).toHaveText(['latitude', 'longitude'])
  await page.getByRole('option', { name: 'latitude' }).click()
  await expect(names).toHaveValue('Sales Region\ndelay_min\nflights\nlatitude')
  await form.getByRole('checkbox', { name: 'Several values may be chosen' }).check()
  await expect(form.getByText('In the text: "one","two"')).toBeVisible()
  await expect(form.getByRole('combobox', { name: 'Quotation' })).toHaveCount(0)
  await expectAccessible(page)
  await form.getByRole('checkbox', { name: 'Several values may be chosen' }).uncheck()
  await form.getByRole('button', { name: 'Add Parameter' }).click()
  await expect(editorOf(page)).toHaveText('SELECT {{ column }}')

  await writeQuery(page, `SELECT {{ column }} AS what FROM (VALUES ('north', 7)) t("Sales Region", delay_min)`)
  await executeButton(page).click()
  await expect(cellAt(page, 0, 0)).toHaveText('north')
  await field(page, 'Column').click()
  await page.getByRole('option', { name: 'delay_min' }).click()
  await applyButton(page).click()
  await expect(cellAt(page, 0, 0)).toHaveText('7')
  await expect(page).toHaveURL(/p_column=delay_min/)
  await expectAccessible(page)

  await bar(page).getByRole('button', { name: 'Parameter settings' }).click()
  await expect(dialog(page, 'Parameter settings').getByText('Table or column')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page, 'Parameter settings')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+S')
  await expect(page).toHaveURL(/queries\/\d+/)
  const id = Number(/queries\/(\d+)/.exec(page.url())?.[1])
  const saved = await adminCall(queries.get, { params: { id } })
  expect(saved).toMatchObject({
    is_safe: true,
    options: {
      parameters: [
        { name: 'column', type: 'identifier', enumOptions: 'Sales Region\ndelay_min\nflights\nlatitude', value: 'delay_min' },
      ],
    },
  })
})

test('a column that stands in a text is refused with advice (OPEN-203)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({
    query: "SELECT '{{ column }}' AS a",
    options: { parameters: [{ name: 'column', type: 'identifier', enumOptions: 'a\nb', value: 'a' }] },
  })
  await page.goto(`/queries/${query.id}`)
  await expect(
    page.getByText('Parameter column is the name of a table or column: take {{ column }} out of the quotes'),
  ).toBeVisible()
})
