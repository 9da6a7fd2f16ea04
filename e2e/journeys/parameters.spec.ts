import { queries } from '@sightline/contract/queries.ts'
import { expectAccessible } from '../page.ts'
import { addButton, applyButton, bar, field, makeCities, makeEcho, openSource, unsaved } from '../parameters.ts'
import { cellAt, choose, dialog, editorOf, executeButton, expect, openNewQuery, test, writeQuery } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { watchRequests } from '../traffic.ts'

test.describe('parameters in the query text', () => {
  test('appear as the user types braces (PARAM-01, PARAM-02, PARAM-40, EXEC-02)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({
      query: "SELECT '{{ city }}' AS city",
      options: { parameters: [{ name: 'city' }] },
    })
    await openSource(page, query)
    await expect(field(page, 'City')).toBeVisible()
    await expect(unsaved(page)).toBeHidden()
    await writeQuery(page, "SELECT '{{ city }}' AS city, {{ lowest_price }} AS price")
    await expect(field(page, 'Lowest Price')).toBeVisible()
    await expect(unsaved(page)).toBeVisible()
    await field(page, 'Lowest Price').fill('5')
    await writeQuery(page, 'SELECT {{ lowest_price }} AS price')
    await expect(field(page, 'City')).toBeHidden()
    await expect(field(page, 'Lowest Price')).toHaveValue('5')
    await expect(executeButton(page)).toHaveAttribute('aria-disabled', 'true')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('5')
    await expectAccessible(page)
  })

  test('are saved with the query and become its defaults (PARAM-40)', async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({ query: 'SELECT 1' })
    await openSource(page, query)
    await writeQuery(page, "SELECT '{{ city }}' AS city")
    await field(page, 'City').fill('Rome')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('Rome')
    await page.keyboard.press('ControlOrMeta+S')
    await expectToast(page, 'Query saved')
    await expect(unsaved(page)).toBeHidden()
    const { options } = await adminCall(queries.get, { params: { id: query.id } })
    expect(options.parameters).toEqual([expect.objectContaining({ name: 'city', type: 'text', title: 'City', value: 'Rome' })])
    expect(options.parameters?.[0]).not.toHaveProperty('pendingValue')
    await page.goto(`/queries/${query.id}`)
    await expect(field(page, 'City')).toHaveValue('Rome')
    await expect(cellAt(page, 0, 0)).toHaveText('Rome')
  })

  test('get their settings back when the edit is undone', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, [{ name: 'n', type: 'number', title: 'How many', value: 3 }])
    await openSource(page, query)
    await expect(field(page, 'How many')).toBeVisible()
    await writeQuery(page, 'SELECT 1')
    await expect(bar(page)).toBeHidden()
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(field(page, 'How many')).toHaveValue('3')
  })

  test('ignore a name that cannot be filled in, and the run reports the error at once (PARAM-01, PARAM-03)', async ({
    adminPage: page,
  }) => {
    const runs = watchRequests(page, 'POST', /\/query_results$/)
    await openNewQuery(page, 'SELECT {{ x.y }}')
    await expect(bar(page)).toBeHidden()
    await executeButton(page).click()
    const error = page.getByText('“x.y” cannot be the name of a parameter')
    await expect(error).toContainText('Write “x_y” instead.')
    await writeQuery(page, "SELECT '{{ unclosed' , '{{#open}} x'")
    await expect(bar(page)).toBeHidden()
    await executeButton(page).click()
    await expect(page.getByText('The {{ }} tags of the query do not match.')).toContainText('is not closed')
    expect(runs).toEqual([])
    await writeQuery(page, 'SELECT {{ x_y }} AS n')
    await field(page, 'X Y').fill('5')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('5')
  })

  test('run and are saved with a new query', async ({ adminPage: page }) => {
    await openNewQuery(page, "SELECT '{{ city }}' AS city")
    await field(page, 'City').fill('Paris')
    await field(page, 'City').press('Alt+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('Paris')
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect(page).toHaveURL(/\/queries\/\d+\/source/)
    await expect(field(page, 'City')).toHaveValue('Paris')
    await expect(cellAt(page, 0, 0)).toHaveText('Paris')
  })
})

test.describe('adding a parameter', () => {
  test('inserts a new keyword at the cursor from the button (PARAM-06, PARAM-07, PARAM-10)', async ({ adminPage: page }) => {
    await openNewQuery(page, "SELECT '{{ city }}' AS city, ")
    await addButton(page).click()
    const form = dialog(page, 'Add Parameter')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add Parameter' }).click()
    await expect(form.getByText('Choose a keyword for this parameter')).toBeVisible()
    await form.getByLabel('Keyword').fill('city')
    await expect(form.getByText('Parameter with this name already exists')).toBeVisible()
    await form.getByRole('button', { name: 'Add Parameter' }).click()
    await expect(form).toBeVisible()
    await form.getByLabel('Keyword').fill('lowest_price')
    await choose(page, 'Type', 'Number')
    await form.getByRole('button', { name: 'Add Parameter' }).click()
    await expect(form).toBeHidden()
    await expect(editorOf(page)).toHaveText("SELECT '{{ city }}' AS city, {{ lowest_price }}")
    await expect(field(page, 'Lowest Price')).toHaveAttribute('inputmode', 'decimal')
  })

  test('works with Ctrl P in the editor, and a range inserts both of its ends (EDIT-20, PARAM-10)', async ({
    adminPage: page,
  }) => {
    await openNewQuery(page, 'SELECT ')
    await page.keyboard.press('ControlOrMeta+P')
    const form = dialog(page, 'Add Parameter')
    await form.getByLabel('Keyword').fill('days')
    await choose(page, 'Type', 'Date range')
    await form.getByLabel('Title').fill('Period')
    await page.keyboard.press('Enter')
    await expect(editorOf(page)).toHaveText('SELECT {{ days.start }} {{ days.end }}')
    await expect(bar(page).getByRole('button', { name: 'Period: none' })).toBeVisible()
  })

  test('offers eleven types (PARAM-05, OPEN-203)', async ({ adminPage: page }) => {
    await openNewQuery(page, '')
    await addButton(page).click()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await expect(page.getByRole('option')).toHaveText([
      'Text',
      'Number',
      'Dropdown list',
      'Dropdown from a query',
      'Table or column',
      'Date',
      'Date and time',
      'Date and time with seconds',
      'Date range',
      'Date and time range',
      'Date and time range with seconds',
    ])
  })

  test('asks a user without recent queries to search, and shows no drafts before (CTRL-17, OPEN-10)', async ({
    adminPage: page,
    workshop,
  }) => {
    await workshop.makeQuery({ name: 'Draft of somebody' })
    await page.route('**/api/queries/recent*', (route) => route.fulfill({ json: [] }))
    await openNewQuery(page, 'SELECT ')
    await addButton(page).click()
    const form = dialog(page, 'Add Parameter')
    await choose(page, 'Type', 'Dropdown from a query')
    await form.getByRole('combobox', { name: 'Query', exact: true }).click()
    await expect(page.getByText('No recent queries. Search by name.')).toBeVisible()
    await expect(page.getByRole('option', { name: 'Draft of somebody' })).toHaveCount(0)
  })

  test('lists recent queries for a dropdown, without drafts, and reports one that cannot be read (CTRL-16, CTRL-17, CTRL-18)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const { id } = await workshop.makeQuery({ name: 'Published lately' })
    await adminCall(queries.update, { params: { id }, body: { is_draft: false } })
    await workshop.makeQuery({ name: 'Still a draft' })
    await openNewQuery(page, 'SELECT ')
    await addButton(page).click()
    await choose(page, 'Type', 'Dropdown from a query')
    const picker = dialog(page, 'Add Parameter').getByRole('combobox', { name: 'Query', exact: true })
    await picker.click()
    await expect(page.getByRole('option', { name: 'Published lately' })).toBeVisible()
    await expect(page.getByRole('option', { name: 'Still a draft' })).toHaveCount(0)
    const heights = page.getByRole('listbox').evaluate((list) => {
      const near = [list, list.parentElement ?? list, ...list.querySelectorAll('*')]
      return near.map((element) => getComputedStyle(element).maxHeight)
    })
    expect(await heights).toContain(`${(page.viewportSize()?.height ?? 0) / 2}px`)
    await picker.fill('Publ')
    await page.route('**/api/queries/*', (route) => route.fulfill({ status: 403, json: { message: 'Not today.' } }))
    await page.getByRole('option', { name: 'Published lately' }).click()
    await expectToast(page, 'Something went wrong...', "Couldn't select query")
  })

  test('requires a query for a dropdown, whose rows become its options (PARAM-09, PARAM-24)', async ({
    adminPage: page,
    workshop,
  }) => {
    const cities = await makeCities(workshop, 'Capitals of Europe')
    await openNewQuery(page, 'SELECT ')
    await addButton(page).click()
    const form = dialog(page, 'Add Parameter')
    await form.getByLabel('Keyword').fill('city')
    await choose(page, 'Type', 'Dropdown from a query')
    await form.getByRole('button', { name: 'Add Parameter' }).click()
    await expect(form.getByText('Choose the query that provides the options.')).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('combobox', { name: 'Query', exact: true }).fill('Capit')
    await page.getByRole('option', { name: 'Capitals of Europe' }).click()
    const asked = page.waitForRequest((sent) => sent.url().endsWith(`/api/queries/${cities.id}/dropdown`))
    await form.getByRole('button', { name: 'Add Parameter' }).click()
    await asked
    await expect(field(page, 'City')).toHaveText('Berlin')
  })
})
