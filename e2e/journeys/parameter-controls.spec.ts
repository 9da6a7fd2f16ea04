import { expectAccessible } from '../page.ts'
import { applyButton, bar, field, makeCities, makeEcho, open, openSource, unsaved } from '../parameters.ts'
import { cellAt, choose, dialog, executeButton, expect, test, type Workshop, writeQuery } from '../queries.ts'
import { holdAnswer, watchRequests } from '../traffic.ts'

test.describe('dropdowns', () => {
  test('take several values by search, All and None, and quote them as configured (PARAM-23, PARAM-48, CTRL-13)', async ({
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
    await expect(form.getByText("'one','two'")).toBeVisible()
    await choose(page, 'Quotation', 'None')
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

  test('show in full how many more values are selected (CTRL-13)', async ({ adminPage: page, workshop }) => {
    const many = Array.from({ length: 49_999 }, (_, index) => String(index))
    await open(
      page,
      await makeEcho(workshop, [
        { name: 'n', title: 'Gate', type: 'enum', enumOptions: many.join('\n'), multiValuesOptions: {}, value: many },
      ]),
    )
    const rest = field(page, 'Gate').getByText('+49,996 more')
    await expect(rest).toBeVisible()
    // A name may be truncated but the number may not.
    await expect(rest).toHaveCSS('max-width', 'none')
  })

  test('work with the keyboard alone', async ({ adminPage: page, workshop }) => {
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

  test('based on a saved query load their options through the query that uses them and default to the first (PARAM-25)', async ({
    adminPage: page,
    workshop,
  }) => {
    const cities = await makeCities(workshop, 'Cities')
    const query = await makeEcho(workshop, [{ name: 'city', type: 'query', queryId: cities.id }])
    const options = await holdAnswer(page, `**/api/queries/${query.id}/dropdowns/${cities.id}`)
    await open(page, query)
    await expect(field(page, 'City')).toHaveAttribute('aria-busy', 'true')
    options.release()
    await expect(field(page, 'City')).toHaveText('Berlin')
    await expect(cellAt(page, 0, 0)).toHaveText('b')
    await field(page, 'City').click()
    await expect(page.getByRole('option')).toHaveText(['Berlin', 'Paris', 'Rome'])
    await expectAccessible(page)
    await page.getByRole('option', { name: 'Rome' }).click()
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('r')
  })

  test('replace a value that is no longer an option at once, without Apply Changes (PARAM-20, PARAM-37)', async ({
    adminPage: page,
    workshop,
  }) => {
    const cities = await makeCities(workshop, 'Cities left')
    const stored = (value: string) => makeEcho(workshop, [{ name: 'city', type: 'query', queryId: cities.id, value }])
    const runs = watchRequests(page, 'POST', /\/results$/)
    await open(page, await stored('gone'))
    await expect(cellAt(page, 0, 0)).toHaveText('b')
    await expect(field(page, 'City')).toHaveText('Berlin')
    await expect(applyButton(page)).toBeHidden()
    await expect(executeButton(page)).toBeEnabled()
    expect(runs).toEqual([expect.objectContaining({ parameters: { city: 'b' } })])
    // An invalid value in the URL is replaced by the stored value.
    await openSource(page, await stored('r'), '?p_city=Nowhere')
    await expect(cellAt(page, 0, 0)).toHaveText('r')
    await expect(applyButton(page)).toBeHidden()
    const lines = await makeEcho(workshop, [{ name: 'line', type: 'enum', enumOptions: 'a\nb', value: 'gone' }])
    await open(page, lines, '?p_line=Nowhere')
    await expect(cellAt(page, 0, 0)).toHaveText('a')
    await expect(applyButton(page)).toBeHidden()
    expect(runs).toHaveLength(3)
  })

  test('run with an empty-string option, also when the page is opened again (PARAM-14)', async ({
    adminPage: page,
    workshop,
  }) => {
    const regions = await workshop.makeRunQuery({ query: "SELECT * FROM (VALUES ('north'), ('')) t(value)" })
    const text = "SELECT '[{{ region }}]' AS region"
    const query = await makeEcho(workshop, [{ name: 'region', type: 'query', queryId: regions.id }], text)
    await open(page, query)
    await expect(cellAt(page, 0, 0)).toHaveText('[north]')
    await field(page, 'Region').click()
    await page.getByRole('option', { name: '(empty)' }).click()
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('[]')
    await page.reload()
    await expect(field(page, 'Region')).toHaveText('(empty)')
    await expect(cellAt(page, 0, 0)).toHaveText('[]')
  })

  test('explain why there are no options and can retry', async ({ adminPage: page, workshop }) => {
    const never = await workshop.makeQuery({ query: "SELECT 'x' AS value" })
    const query = await makeEcho(workshop, [
      { name: 'city', type: 'query', queryId: never.id },
      { name: 'other', value: 'y' },
    ])
    await openSource(page, query)
    await expect(field(page, 'City')).toHaveText('No options')
    await field(page, 'City').click()
    await expect(page.getByText('The query of this dropdown has no result yet.')).toBeVisible()
    await expectAccessible(page)
    await page.route(`**/dropdowns/${never.id}`, (route) => route.fulfill({ json: [{ name: 'Here', value: 'h' }] }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(field(page, 'City')).toHaveText('Here')
    await expect(field(page, 'Other')).toHaveValue('y')
  })

  test('with more options than are sent find the others by search, in the URL too (PARAM-55)', async ({
    adminPage: page,
    workshop,
  }) => {
    const customers = await workshop.makeRunQuery({
      query: "SELECT i AS value, CASE i WHEN 60001 THEN 'Zoë & 100%' ELSE 'Customer ' || i END AS name FROM range(60002) t(i)",
    })
    const query = await makeEcho(workshop, [{ name: 'customer', type: 'query', queryId: customers.id }])
    await open(page, query)
    await expect(field(page, 'Customer')).toHaveText('Customer 0')
    await field(page, 'Customer').click()
    await expect(page.getByText('These are the first 50,000 options: search to find the others.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Search Customer' }).fill('zoë & 100%')
    await expect(page.getByRole('option')).toHaveText(['Zoë & 100%'])
    await expectAccessible(page)
    await page.getByRole('option').click()
    await expect(field(page, 'Customer')).toHaveText('Zoë & 100%')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('60001')
    await expect(page).toHaveURL(/p_customer=60001/)
    await page.reload()
    await expect(field(page, 'Customer')).toHaveText('Zoë & 100%')
    await expect(cellAt(page, 0, 0)).toHaveText('60001')
    await expect(applyButton(page)).toBeHidden()
  })

  test('that depend on another parameter offer the matching options', async ({ adminPage: page, workshop }) => {
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

test.describe('optional dropdowns', () => {
  const lands = { type: 'enum', enumOptions: 'de\nfr' }
  const citiesOf = (workshop: Workshop) =>
    workshop.makeQuery({
      name: 'Cities of a country',
      query: "SELECT c AS value FROM (VALUES ('de', 'Bonn'), ('de', 'Ulm'), ('fr', 'Lyon')) t(k, c) WHERE k = '{{ country }}'",
      options: { parameters: [{ name: 'country', value: 'de', ...lands }] },
    })

  test('read All without a value, and are cleared again (PARAM-45)', async ({ adminPage: page, workshop }) => {
    const several = { enumOptions: 'a\nb', multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' } }
    const query = await makeEcho(
      workshop,
      [
        { name: 'land', optional: true, ...lands },
        { name: 'kinds', type: 'enum', optional: true, ...several },
      ],
      "SELECT 'all' {{#land}} || ' in {{ land }}' {{/land}} {{#kinds}} || ' of ' || concat({{ kinds }}) {{/kinds}} AS found",
    )
    await open(page, query)
    await expect(field(page, 'Land')).toHaveText('All')
    await expect(field(page, 'Kinds')).toHaveText('All')
    await expect(cellAt(page, 0, 0)).toHaveText('all')
    await choose(page, 'Land', 'fr')
    await field(page, 'Kinds').click()
    await page.getByRole('button', { name: 'Select All', exact: true }).click()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('all in fr of ab')
    await bar(page).getByRole('button', { name: 'Clear Land' }).click()
    await field(page, 'Kinds').click()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(field(page, 'Kinds')).toHaveText('All')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('all')
  })

  test('are made by writing a block around their text (PARAM-47)', async ({ adminPage: page, workshop }) => {
    await openSource(page, await workshop.makeQuery({ query: "SELECT 'all' AS found" }))
    await writeQuery(page, "SELECT 'all' {{#land}} || ' in {{ land }}' {{/land}} AS found")
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('all')
    await field(page, 'Land').fill('fr')
    await field(page, 'Land').press('ControlOrMeta+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('all in fr')
  })

  test('that need another value say so, and the query runs without them (PARAM-46)', async ({
    failingPage: page,
    workshop,
  }) => {
    const cities = await citiesOf(workshop)
    const query = await makeEcho(
      workshop,
      [
        { name: 'land', optional: true, ...lands },
        { name: 'city', type: 'query', queryId: cities.id, dependsOn: { country: 'land' }, optional: true },
      ],
      "SELECT 'all' {{#land}} || ' in {{ land }}' {{/land}} {{#city}} || ' at {{ city }}' {{/city}} AS found",
    )
    await open(page, query)
    await expect(cellAt(page, 0, 0)).toHaveText('all')
    await expect(field(page, 'City')).toHaveText('All')
    await field(page, 'City').click()
    await expect(page.getByText('Choose Land first.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await choose(page, 'Land', 'fr')
    await choose(page, 'City', 'Lyon')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('all in fr at Lyon')
  })
})

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('parameters are chips that open a sheet with their options, calendar or input (PARAM-54)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await makeEcho(
      workshop,
      [
        { name: 'city', value: 'Rome' },
        { name: 'letters', type: 'enum', enumOptions: 'a\nb\nc', multiValuesOptions: {}, value: ['a', 'b'] },
        { name: 'days', type: 'date-range', value: { start: '2024-02-05', end: '2024-02-29' } },
        { name: 'day', type: 'date', value: '2024-02-05' },
      ],
      "SELECT '{{ city }}' AS city, '{{ letters }}' AS letters, '{{ days.start }}' AS first, '{{ day }}' AS day",
    )
    await open(page, query)
    await expectAccessible(page)
    await bar(page).getByRole('button', { name: 'City Rome' }).click()
    const sheet = (title: string) => dialog(page, title)
    const apply = (title: string) => sheet(title).getByRole('button', { name: /^Apply Changes/ })
    await expect(apply('City')).toBeDisabled()
    await sheet('City').getByLabel('City', { exact: true }).fill('Paris')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(sheet('City')).toBeHidden()
    await expect(cellAt(page, 0, 0)).toHaveText('Paris')

    await bar(page).getByRole('button', { name: 'Letters 2 selected' }).click()
    await expect(sheet('Letters').getByRole('option')).toHaveText(['a', 'b', 'c'])
    await expectAccessible(page)
    await sheet('Letters').getByRole('option', { name: 'c' }).click()
    await apply('Letters').click()
    await expect(cellAt(page, 0, 1)).toHaveText('a,b,c')

    await bar(page).getByRole('button', { name: 'Days 2024-02-05 – 2024-02-29' }).click()
    await expectAccessible(page)
    await expect(sheet('Days').getByRole('button', { name: '31 January 2024', exact: true })).toBeHidden()
    await sheet('Days').getByRole('button', { name: '6 February 2024', exact: true }).click()
    await sheet('Days').getByRole('button', { name: '8 February 2024', exact: true }).click()
    await apply('Days').click()
    await expect(cellAt(page, 0, 2)).toHaveText('2024-02-06')

    await bar(page).getByRole('button', { name: 'Day 2024-02-05' }).click()
    await sheet('Day').getByRole('button', { name: '7 February 2024', exact: true }).click()
    await apply('Day').click()
    await expect(cellAt(page, 0, 3)).toHaveText('2024-02-07')
  })
})
