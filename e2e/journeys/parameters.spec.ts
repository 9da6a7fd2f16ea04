import type { Page } from '@playwright/test'
import { type ParameterDefinition, type Query, queries } from '@sightline/contract/queries.ts'
import { expectAccessible, setTheme } from '../page.ts'
import {
  cellAt,
  choose,
  editorOf,
  executeButton,
  expect,
  openNewQuery,
  test,
  toast,
  type Workshop,
  writeQuery,
} from '../queries.ts'
import { alterAnswer, holdAnswer, watchRequests } from '../traffic.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Parameters' })
const field = (page: Page, title: string) => bar(page).getByLabel(title, { exact: true })
const applyButton = (page: Page) => bar(page).getByRole('button', { name: /^Apply Changes/ })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const unsaved = (page: Page) => page.getByText('Unsaved changes')
const addButton = (page: Page) => page.getByRole('button', { name: 'Add parameter' })

/** A saved query that shows the values of its parameters. */
const makeEcho = (workshop: Workshop, parameters: ParameterDefinition[], text?: string) =>
  workshop.makeQuery({
    query: text ?? `SELECT ${parameters.map(({ name }) => `'{{ ${name} }}' AS ${name}`).join(', ')}`,
    options: { parameters },
  })

/** A query whose result fills a dropdown. */
const makeCities = (workshop: Workshop, name: string) =>
  workshop.makeRunQuery({
    name,
    query: "SELECT * FROM (VALUES ('Berlin', 'b'), ('Paris', 'p'), ('Rome', 'r')) t(name, value)",
  })

const open = (page: Page, { id }: Query, search = '') => page.goto(`/queries/${id}${search}`)
const openSource = (page: Page, { id }: Query, search = '') => page.goto(`/queries/${id}/source${search}`)

test.describe('parameters and the text', () => {
  test('PARAM-01 PARAM-02 PARAM-40 EXEC-02 follow the braces while somebody types', async ({ adminPage: page, workshop }) => {
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

  test('PARAM-40 are saved with the text, and are what the query begins with', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ query: 'SELECT 1' })
    await openSource(page, query)
    await writeQuery(page, "SELECT '{{ city }}' AS city")
    await field(page, 'City').fill('Rome')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('Rome')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(toast(page, 'Query saved')).toBeVisible()
    await expect(unsaved(page)).toBeHidden()
    const { options } = await adminCall(queries.get, { params: { id: query.id } })
    expect(options.parameters).toEqual([expect.objectContaining({ name: 'city', type: 'text', title: 'City', value: 'Rome' })])
    expect(options.parameters?.[0]).not.toHaveProperty('pendingValue')
    await page.goto(`/queries/${query.id}`)
    await expect(field(page, 'City')).toHaveValue('Rome')
    await expect(cellAt(page, 0, 0)).toHaveText('Rome')
  })

  test('have their settings again when the text is undone', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, [{ name: 'n', type: 'number', title: 'How many', value: 3 }])
    await openSource(page, query)
    await writeQuery(page, 'SELECT 1')
    await expect(bar(page)).toBeHidden()
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(field(page, 'How many')).toHaveValue('3')
  })

  test('a new query runs and is saved with its parameters', async ({ adminPage: page }) => {
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

test.describe('a parameter is added', () => {
  test('PARAM-06 PARAM-07 PARAM-10 by the button, with a new keyword, at the cursor', async ({ adminPage: page }) => {
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

  test('EDIT-20 PARAM-10 by Ctrl P in the text; a range brings both its ends', async ({ adminPage: page }) => {
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

  test('PARAM-05 with one of ten types', async ({ adminPage: page }) => {
    await openNewQuery(page, '')
    await addButton(page).click()
    await page.getByRole('combobox', { name: 'Type' }).click()
    await expect(page.getByRole('option')).toHaveText([
      'Text',
      'Number',
      'Dropdown list',
      'Dropdown from a query',
      'Date',
      'Date and time',
      'Date and time with seconds',
      'Date range',
      'Date and time range',
      'Date and time range with seconds',
    ])
  })

  test('PARAM-09 PARAM-24 CTRL-16 CTRL-17 CTRL-18 as a dropdown only once its query is chosen', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const cities = await makeCities(workshop, 'Capitals of Europe')
    const publish = (id: number) => adminCall(queries.update, { params: { id }, body: { is_draft: false } })
    await publish((await workshop.makeQuery({ name: 'Published lately' })).id)
    await workshop.makeQuery({ name: 'Still a draft' })
    await openNewQuery(page, 'SELECT ')
    await addButton(page).click()
    const form = dialog(page, 'Add Parameter')
    await form.getByLabel('Keyword').fill('city')
    await choose(page, 'Type', 'Dropdown from a query')
    await form.getByRole('button', { name: 'Add Parameter' }).click()
    await expect(form.getByText('Choose the query whose rows are the options.')).toBeVisible()
    await expectAccessible(page)
    const picker = form.getByRole('combobox', { name: 'Query', exact: true })
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
    await expect(toast(page, 'Something went wrong...')).toContainText("Couldn't select query")
    await page.unrouteAll()
    await picker.fill('Capit')
    await page.getByRole('option', { name: 'Capitals of Europe' }).click()
    const asked = page.waitForRequest((sent) => sent.url().endsWith(`/api/queries/${cities.id}/dropdown`))
    await form.getByRole('button', { name: 'Add Parameter' }).click()
    await asked
    await expect(field(page, 'City')).toHaveText('Berlin')
  })
})

test.describe('values', () => {
  test('PARAM-11 PARAM-12 PARAM-13 EXEC-02 wait until they are applied, and then the query runs', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await makeEcho(workshop, [
      { name: 'city', type: 'text', value: 'Rome' },
      { name: 'n', type: 'number', value: 1 },
    ])
    await open(page, query)
    await expect(cellAt(page, 0, 0)).toHaveText('Rome')
    const runs = watchRequests(page, 'POST', /\/results$/)
    await expect(applyButton(page)).toBeHidden()
    await field(page, 'City').fill('Paris')
    await expect(applyButton(page)).toHaveText(/Apply Changes1/)
    await field(page, 'N').fill('2')
    await expect(applyButton(page)).toHaveText(/Apply Changes2/)
    await expect(executeButton(page)).toHaveAttribute('aria-disabled', 'true')
    await executeButton(page).hover()
    await expect(page.getByRole('tooltip', { name: 'Apply the changed parameter values first.' })).toBeVisible()
    await executeButton(page).click({ force: true })
    await expectAccessible(page)
    expect(runs).toEqual([])
    await field(page, 'City').press('ControlOrMeta+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('Paris')
    expect(runs).toEqual([expect.objectContaining({ parameters: { city: 'Paris', n: 2 }, max_age: 0 })])
    await expect(applyButton(page)).toBeHidden()
    await expect(executeButton(page)).toBeEnabled()
    await expect(bar(page).getByRole('status')).toHaveText('The parameter values are applied.')
    for (const [key, city] of [
      ['Alt+Enter', 'Oslo'],
      ['Meta+Enter', 'Bern'],
    ] as const) {
      await field(page, 'City').fill(city)
      await field(page, 'City').press(key)
      await expect(cellAt(page, 0, 0)).toHaveText(city)
    }
    await field(page, 'N').fill('7')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 1)).toHaveText('7')
  })

  test('EXEC-02 that are typed back are not pending any more', async ({ adminPage: page, workshop }) => {
    await openSource(page, await makeEcho(workshop, [{ name: 'city', value: 'Rome' }]))
    await field(page, 'City').fill('Paris')
    await expect(applyButton(page)).toBeVisible()
    await field(page, 'City').fill('Rome')
    await expect(applyButton(page)).toBeHidden()
    await expect(executeButton(page)).toBeEnabled()
  })

  test('EXEC-02 that are pending are readable in the dark as well', async ({ adminPage: page, workshop }) => {
    await openSource(
      page,
      await makeEcho(workshop, [
        { name: 'city', value: 'Rome' },
        { name: 'day', type: 'date', value: 'd_now' },
      ]),
    )
    await setTheme(page, 'dark')
    await field(page, 'City').fill('Paris')
    await expect(applyButton(page)).toBeVisible()
    await expectAccessible(page)
  })

  test('PARAM-14 PARAM-15 that are missing fail the run at once, without a request', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, [
      { name: 'order_day', type: 'date' },
      { name: 'city' },
      { name: 'spare', optional: true },
    ])
    await open(page, query)
    const runs = watchRequests(page, 'POST', /\/(results|query_results)$/)
    await executeButton(page).click()
    await expect(page.getByText('missing values for Order Day, City parameters.')).toBeVisible()
    await expectAccessible(page)
    await field(page, 'Order Day').fill('2024-05-01')
    await applyButton(page).click()
    await expect(page.getByText('missing value for City parameter.')).toBeVisible()
    expect(runs).toEqual([])
  })

  test('PARAM-16 are those of the result that a query opens with: the latest one is not taken', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await makeEcho(workshop, [{ name: 'city', value: 'Rome' }])
    await open(page, query, '?p_city=Paris')
    await expect(cellAt(page, 0, 0)).toHaveText('Paris')
    const runs = watchRequests(page, 'POST', /\/results$/)
    await open(page, query)
    await expect(cellAt(page, 0, 0)).toHaveText('Rome')
    expect(runs).toEqual([expect.objectContaining({ parameters: { city: 'Rome' }, max_age: -1 })])
  })

  test('PARAM-18 CTRL-20 of a number take no letters', async ({ adminPage: page, workshop }) => {
    await openSource(page, await makeEcho(workshop, [{ name: 'n', type: 'number', value: 1 }]))
    await field(page, 'N').fill('')
    await field(page, 'N').pressSequentially('a-1x.5y0')
    await expect(field(page, 'N')).toHaveValue('-1.50')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('-1.5')
  })

  test('PARAM-13 that are applied during a run are run with after it', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, [{ name: 'n', type: 'number', value: 1 }])
    const first = await holdAnswer(page, `**/api/queries/${query.id}/results`)
    await openSource(page, query)
    await first.isAsked
    await field(page, 'N').fill('2')
    await applyButton(page).click()
    first.release()
    await expect(cellAt(page, 0, 0)).toHaveText('2')
  })

  test('PARAM-35 PARAM-38 come from the address and go there, without a trail in the history', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await makeEcho(
      workshop,
      [
        { name: 'city', value: 'Rome' },
        { name: 'days', type: 'date-range', value: { start: '2020-01-01', end: '2020-01-02' } },
      ],
      "SELECT '{{ city }}' AS city, '{{ days.start }}' AS first, '{{ days.end }}' AS last",
    )
    await page.goto('/queries')
    await open(page, query, '?p_city=S%C3%A3o%20Paulo&p_days=2024-01-01--2024-01-31')
    await expect(field(page, 'City')).toHaveValue('São Paulo')
    await expect(cellAt(page, 0, 2)).toHaveText('2024-01-31')
    const entries = await page.evaluate(() => history.length)
    await field(page, 'City').fill('Oslo & Bergen')
    expect(new URL(page.url()).searchParams.get('p_city')).toBe('São Paulo')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('Oslo & Bergen')
    const { searchParams } = new URL(page.url())
    expect(Object.fromEntries(searchParams)).toEqual({
      p_city: 'Oslo & Bergen',
      'p_days.start': '2024-01-01',
      'p_days.end': '2024-01-31',
    })
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.reload()
    await expect(field(page, 'City')).toHaveValue('Oslo & Bergen')
    await page.getByRole('button', { name: 'Edit Source' }).click()
    await expect(page).toHaveURL(/\/source\?/)
    await expect(field(page, 'City')).toHaveValue('Oslo & Bergen')
  })

  test('of text that is not saved are joined as the dropdown says; a saved query gets the list', async ({
    adminPage: page,
    workshop,
  }) => {
    const quoted = { prefix: "'", suffix: "'", separator: ',' }
    const query = await workshop.makeQuery({
      query: "SELECT x FROM (VALUES ('a'), ('b'), ('c')) t(x) WHERE x IN ({{ letters }}) ORDER BY x",
      options: {
        parameters: [{ name: 'letters', type: 'enum', enumOptions: 'a\nb\nc', multiValuesOptions: quoted, value: ['a', 'c'] }],
      },
    })
    const runs = watchRequests(page, 'POST', /\/(results|query_results)$/)
    await openSource(page, query)
    await expect(cellAt(page, 1, 0)).toHaveText('c')
    await writeQuery(page, "SELECT x || '!' FROM (VALUES ('a'), ('b'), ('c')) t(x) WHERE x IN ({{ letters }}) ORDER BY x")
    await executeButton(page).click()
    await expect(cellAt(page, 1, 0)).toHaveText('c!')
    expect(runs).toEqual([
      expect.objectContaining({ parameters: { letters: ['a', 'c'] } }),
      expect.objectContaining({ parameters: { letters: "'a','c'" }, query_id: query.id }),
    ])
  })
})

test.describe('dropdowns', () => {
  test('PARAM-23 CTRL-13 take several values by search, All and None, and write them in the chosen quotes', async ({
    adminPage: page,
    workshop,
  }) => {
    const letters = ['alpha', 'beta', 'gamma-the-third', 'delta', 'epsilon']
    const query = await makeEcho(
      workshop,
      [{ name: 'greek', type: 'enum', enumOptions: letters.join('\n') }],
      'SELECT [{{ greek }}]',
    )
    await openSource(page, query)
    await bar(page).getByRole('button', { name: 'Parameter settings' }).click()
    await page.getByRole('button', { name: 'Settings of Greek' }).click()
    const form = dialog(page, 'Greek')
    await form.getByLabel('Several values may be chosen').check()
    await expect(form.getByText('one,two')).toBeVisible()
    await choose(page, 'Quotation', 'Double quotes')
    await expect(form.getByText('"one","two"')).toBeVisible()
    await choose(page, 'Quotation', 'Single quotes')
    await expect(form.getByText("'one','two'")).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'OK' }).click()
    await expect(unsaved(page)).toBeVisible()

    const control = field(page, 'Greek')
    await control.click()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await expect(control).toHaveText('alphabetagamma-the-…+2 more')
    await page.getByRole('textbox', { name: 'Search Greek' }).fill('ET')
    await expect(page.getByRole('option')).toHaveText(['beta'])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'None', exact: true }).click()
    await expect(control).toHaveText('alphagamma-the-…delta+1 more')
    await page.getByRole('textbox', { name: 'Search Greek' }).fill('')
    await page.getByRole('option', { name: 'alpha' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toContainText('gamma')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(unsaved(page)).toBeHidden()
    const [saved] = (await page.request.get(`/api/queries/${query.id}`).then((reply) => reply.json())).options.parameters
    expect(saved).toMatchObject({
      multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' },
      value: ['gamma-the-third', 'delta', 'epsilon'],
    })
  })

  test('work with keys alone', async ({ adminPage: page, workshop }) => {
    await open(page, await makeEcho(workshop, [{ name: 'e', title: 'Letter', type: 'enum', enumOptions: 'a\nb\nc' }]))
    const control = field(page, 'Letter')
    await expect(control).toHaveText('a')
    await control.focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: 'a' })).toHaveAttribute('data-combobox-selected')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(control).toHaveText('b')
    await expect(control).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('b')
  })

  test('PARAM-25 of a saved query load their options by both queries, and begin with the first', async ({
    adminPage: page,
    workshop,
  }) => {
    const cities = await makeCities(workshop, 'Cities')
    const query = await makeEcho(workshop, [{ name: 'city', type: 'query', queryId: cities.id }])
    const { promise: isSeen, resolve: answer } = Promise.withResolvers<void>()
    await page.route(`**/api/queries/${query.id}/dropdowns/${cities.id}`, async (route) => {
      await isSeen
      await route.continue()
    })
    await open(page, query)
    await expect(field(page, 'City')).toHaveAttribute('aria-busy', 'true')
    answer()
    await expect(field(page, 'City')).toHaveText('Berlin')
    await expect(cellAt(page, 0, 0)).toHaveText('b')
    await field(page, 'City').click()
    await expect(page.getByRole('option')).toHaveText(['Berlin', 'Paris', 'Rome'])
    await expectAccessible(page)
    await page.getByRole('option', { name: 'Rome' }).click()
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('r')
  })

  test('say why there is nothing to choose from, and can try again', async ({ adminPage: page, workshop }) => {
    const never = await workshop.makeQuery({ query: "SELECT 'x' AS value" })
    const query = await makeEcho(workshop, [
      { name: 'city', type: 'query', queryId: never.id },
      { name: 'other', value: 'y' },
    ])
    await openSource(page, query)
    await expect(field(page, 'City')).toHaveText('No options')
    await field(page, 'City').click()
    await expect(page.getByText('The query behind this dropdown has no result yet.')).toBeVisible()
    await expectAccessible(page)
    await page.route(`**/dropdowns/${never.id}`, (route) => route.fulfill({ json: [{ name: 'Here', value: 'h' }] }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(field(page, 'City')).toHaveText('Here')
    await expect(field(page, 'Other')).toHaveValue('y')
  })

  test('that depend on another parameter offer what fits it', async ({ adminPage: page, workshop }) => {
    const cities = await workshop.makeQuery({
      name: 'Cities of a country',
      query: "SELECT c AS value FROM (VALUES ('de', 'Bonn'), ('de', 'Ulm'), ('fr', 'Lyon')) t(k, c) WHERE k = '{{ country }}'",
      options: { parameters: [{ name: 'country', type: 'enum', enumOptions: 'de\nfr', value: 'de' }] },
    })
    const query = await workshop.makeQuery({
      query: "SELECT '{{ land }}' AS land, '{{ city }}' AS city",
      options: {
        parameters: [
          { name: 'land', type: 'enum', enumOptions: 'de\nfr', value: 'de' },
          { name: 'city', type: 'query', queryId: cities.id },
        ],
      },
    })
    await openSource(page, query)
    await bar(page).getByRole('button', { name: 'Parameter settings' }).click()
    await page.getByRole('button', { name: 'Settings of City' }).click()
    await choose(page, 'Country', 'The value of Land')
    await expectAccessible(page)
    await dialog(page, 'City').getByRole('button', { name: 'OK' }).click()
    await expect(field(page, 'City')).toHaveText('Bonn')
    await choose(page, 'Land', 'fr')
    await expect(field(page, 'City')).toHaveText('Lyon')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 1)).toHaveText('Lyon')
  })
})

test.describe('dates', () => {
  test('PARAM-27 are shown and typed in the format of the settings', async ({ adminPage: page, workshop }) => {
    await alterAnswer(page, '**/api/session', (session) => ({
      ...session,
      client_config: { ...Object(session.client_config), dateFormat: 'DD/MM/YYYY' },
    }))
    const query = await makeEcho(workshop, [
      { name: 'day', type: 'date', value: '2024-02-29' },
      { name: 'at', type: 'datetime-local', value: '2024-02-29 08:05' },
      { name: 'second', type: 'datetime-with-seconds', value: '2024-02-29 08:05:09' },
    ])
    await open(page, query)
    await expect(field(page, 'Day')).toHaveValue('29/02/2024')
    await expect(bar(page).getByRole('button', { name: 'At: 29/02/2024 08:05', exact: true })).toBeVisible()
    await expect(bar(page).getByRole('button', { name: 'Second: 29/02/2024 08:05:09', exact: true })).toBeVisible()
    await field(page, 'Day').fill('31/12/2024')
    await field(page, 'Day').press('ControlOrMeta+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('2024-12-31')
    await page.keyboard.press('Escape')
    await expectAccessible(page)
  })

  test('PARAM-31 know dynamic values, which are dates when the query runs', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, [{ name: 'day', type: 'date', value: '2024-02-29' }])
    await open(page, query)
    await expect(cellAt(page, 0, 0)).toHaveText('2024-02-29')
    const runs = watchRequests(page, 'POST', /\/results$/)
    await page.getByRole('button', { name: 'Dynamic values of Day' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText(['Today/Now', 'Yesterday'])
    await expectAccessible(page)
    await page.getByRole('menuitemradio', { name: 'Yesterday' }).click()
    await expect(field(page, 'Day')).toHaveAttribute('placeholder', 'Yesterday')
    await applyButton(page).click()
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await expect(cellAt(page, 0, 0)).toHaveText(yesterday)
    expect(runs).toEqual([expect.objectContaining({ parameters: { day: yesterday } })])
    await expect(page).toHaveURL(/p_day=d_yesterday/)
  })

  test('PARAM-32 ranges have two ends and dynamic values of their own', async ({ adminPage: page, workshop }) => {
    const text = "SELECT '{{ days.start }}' AS first, '{{ days.end }}' AS last"
    const value = { start: '2024-02-05', end: '2024-02-29' }
    const query = await makeEcho(workshop, [{ name: 'days', title: 'Period', type: 'date-range', value }], text)
    await open(page, query)
    const control = bar(page).getByRole('button', { name: 'Period: 2024-02-05 – 2024-02-29' })
    await control.click()
    await expectAccessible(page)
    await page.getByRole('button', { name: '6 February 2024', exact: true }).click()
    await page.getByRole('button', { name: '8 February 2024', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(bar(page).getByRole('button', { name: 'Period: 2024-02-06 – 2024-02-08' })).toBeVisible()
    await applyButton(page).click()
    await expect(cellAt(page, 0, 1)).toHaveText('2024-02-08')
    await page.getByRole('button', { name: 'Dynamic values of Period' }).click()
    await expect(page.getByRole('menuitemradio')).toHaveText([
      'Today',
      'Yesterday',
      'This week',
      'This month',
      'This year',
      'Last week',
      'Last month',
      'Last year',
      'Last 7 days',
    ])
    await page.getByRole('menuitemradio', { name: 'Last year' }).click()
    await expect(bar(page).getByRole('button', { name: 'Period: Last year' })).toBeVisible()
    await applyButton(page).click()
    const year = new Date().getUTCFullYear() - 1
    await expect(cellAt(page, 0, 0)).toHaveText(`${year}-01-01`)
    await expect(cellAt(page, 0, 1)).toHaveText(`${year}-12-31`)
  })

  test('with a time are chosen by day, hour, minute and second', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, [{ name: 'at', type: 'datetime-with-seconds', value: '2024-02-29 08:05:09' }])
    await open(page, query)
    await bar(page).getByRole('button', { name: /^At:/ }).click()
    await page.getByRole('button', { name: '1 February 2024', exact: true }).click()
    await page.getByLabel('Hour').fill('23')
    await page.getByLabel('Second').fill('59')
    await expectAccessible(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('2024-02-01 23:05:59')
  })
})

test.describe('the order and the settings', () => {
  const three: ParameterDefinition[] = ['one', 'two', 'three'].map((name) => ({ name, value: name }))
  const titles = (page: Page) => bar(page).locator('label')

  test('PARAM-39 PARAM-40 are changed by those who may edit, with the mouse and with keys', async ({
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
    const from = await grip('Three').boundingBox()
    const to = await grip('Two').boundingBox()
    await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8)
    await page.mouse.down()
    await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 8, { steps: 8 })
    await page.mouse.up()
    await expect(titles(page)).toHaveText(['Three', 'Two', 'One'])
    await page.getByRole('button', { name: 'Settings of Two' }).click()
    await dialog(page, 'Two').getByLabel('Title').fill('Second')
    await page.keyboard.press('Enter')
    await expect(titles(page)).toHaveText(['Three', 'Second', 'One'])
    await page.keyboard.press('ControlOrMeta+S')
    await expect(toast(page, 'Query saved')).toBeVisible()
    const { options } = await adminCall(queries.get, { params: { id: query.id } })
    expect(options.parameters).toMatchObject([{ name: 'three' }, { name: 'two', title: 'Second' }, { name: 'one' }])
  })

  test('PARAM-39 are not offered to others', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, three)
    await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({ ...body, can_edit: false }))
    await openSource(page, query)
    await expect(field(page, 'One')).toBeVisible()
    await expect(bar(page).getByRole('button', { name: 'Parameter settings' })).toBeHidden()
    await expect(addButton(page)).toBeDisabled()
  })
})

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('parameters are chips that open a sheet', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, [
      { name: 'city', value: 'Rome' },
      { name: 'letters', type: 'enum', enumOptions: 'a\nb\nc', multiValuesOptions: {}, value: ['a', 'b'] },
    ])
    await open(page, query)
    await expect(bar(page).getByRole('button', { name: 'Letters 2 selected' })).toBeVisible()
    await expectAccessible(page)
    await bar(page).getByRole('button', { name: 'City Rome' }).click()
    const sheet = dialog(page, 'City')
    await sheet.getByLabel('City', { exact: true }).fill('Paris')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: /^Apply Changes/ }).click()
    await expect(sheet).toBeHidden()
    await expect(cellAt(page, 0, 0)).toHaveText('Paris')
  })
})
