import { expectAccessible, setTheme } from '../page.ts'
import { applyButton, bar, field, makeEcho, open, openSource } from '../parameters.ts'
import { cellAt, executeButton, expect, test, writeQuery } from '../queries.ts'
import { holdAnswer, watchRequests } from '../traffic.ts'

test.describe('parameter values', () => {
  test('wait until they are applied, and then the query runs (PARAM-11, PARAM-12, PARAM-13, PARAM-75, EXEC-02)', async ({
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
      ['Enter', 'Wien'],
    ] as const) {
      await field(page, 'City').fill(city)
      await field(page, 'City').press(key)
      await expect(cellAt(page, 0, 0)).toHaveText(city)
    }
    await field(page, 'N').fill('7')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 1)).toHaveText('7')
    await field(page, 'N').fill('8')
    // The Enter that takes a word of an input method.
    await field(page, 'N').dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await expect(applyButton(page)).toBeVisible()
    expect(runs).toHaveLength(5)
    await field(page, 'N').press('Enter')
    await expect(cellAt(page, 0, 1)).toHaveText('8')
  })

  test('that are changed back are no longer pending (EXEC-02)', async ({ adminPage: page, workshop }) => {
    await openSource(page, await makeEcho(workshop, [{ name: 'city', value: 'Rome' }]))
    await field(page, 'City').fill('Paris')
    await expect(applyButton(page)).toBeVisible()
    await field(page, 'City').fill('Rome')
    await expect(applyButton(page)).toBeHidden()
    await expect(executeButton(page)).toBeEnabled()
  })

  test('that are pending are readable in the dark theme (EXEC-02)', async ({ adminPage: page, workshop }) => {
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

  test('that are missing fail the run at once, without a request, while an empty optional one reads All (PARAM-14, PARAM-15, OPEN-773)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await makeEcho(workshop, [
      { name: 'order_day', type: 'date' },
      { name: 'city' },
      { name: 'spare', optional: true },
    ])
    await open(page, query)
    const runs = watchRequests(page, 'POST', /\/(results|query_results)$/)
    await executeButton(page).click()
    await expect(page.getByText('missing values for Order Day, City parameters.')).toBeVisible()
    await expect(field(page, 'Spare')).toHaveAttribute('placeholder', 'All')
    await expect(field(page, 'City')).not.toHaveAttribute('placeholder')
    await expectAccessible(page)
    await field(page, 'Order Day').fill('2024-05-01')
    await applyButton(page).click()
    await expect(page.getByText('missing value for City parameter.')).toBeVisible()
    expect(runs).toEqual([])
  })

  test('decide which result a query opens with, instead of the latest one (PARAM-16)', async ({
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

  test('of numbers accept no letters (PARAM-18, CTRL-20)', async ({ adminPage: page, workshop }) => {
    await openSource(page, await makeEcho(workshop, [{ name: 'n', type: 'number', value: 1 }]))
    await field(page, 'N').fill('')
    await field(page, 'N').pressSequentially('a-1x.5y0')
    await expect(field(page, 'N')).toHaveValue('-1.50')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('-1.5')
  })

  test('of numbers accept a pasted number whole and ignore other pasted text (PARAM-17, PARAM-18)', async ({
    adminPage: page,
    workshop,
  }) => {
    await openSource(page, await makeEcho(workshop, [{ name: 'n', type: 'number', value: 7 }]))
    const control = field(page, 'N')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press('ControlOrMeta+V')
    }
    await control.selectText()
    await paste('1e3')
    await expect(control).toHaveValue('1000')
    for (const none of ['1.234,5', '0x10', '12 apples']) {
      await control.selectText()
      await paste(none)
      await expect(control).toHaveValue('1000')
    }
    await control.press('Home')
    await paste(' 25 ')
    await expect(control).toHaveValue('251000')
    await control.press('End')
    await page.keyboard.type('.5')
    await applyButton(page).click()
    await expect(cellAt(page, 0, 0)).toHaveText('251000.5')
  })

  test('that are applied during a run are used in a second run (PARAM-13)', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, [{ name: 'n', type: 'number', value: 1 }])
    const first = await holdAnswer(page, `**/api/queries/${query.id}/results`)
    await openSource(page, query)
    await first.isAsked
    await field(page, 'N').fill('2')
    await applyButton(page).click()
    first.release()
    await expect(cellAt(page, 0, 0)).toHaveText('2')
  })

  test('are read from the URL and written to it, without history entries (PARAM-35, PARAM-38)', async ({
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
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ p_city: 'Oslo & Bergen', 'p_days.start': '2024-01-01', 'p_days.end': '2024-01-31' })
    expect(await page.evaluate(() => history.length)).toBe(entries)
    await page.reload()
    await expect(field(page, 'City')).toHaveValue('Oslo & Bergen')
    await page.getByRole('button', { name: 'Edit Source' }).click()
    await expect(page).toHaveURL(/\/source\?/)
    await expect(field(page, 'City')).toHaveValue('Oslo & Bergen')
  })

  test('are sent as a list, with the definition if the query is unsaved, and joined as the dropdown is set', async ({
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
      expect.objectContaining({
        parameters: { letters: ['a', 'c'] },
        parameter_definitions: [expect.objectContaining({ name: 'letters', multiValuesOptions: quoted })],
        query_id: query.id,
      }),
    ])
  })
})
