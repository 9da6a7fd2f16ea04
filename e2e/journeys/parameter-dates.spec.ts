import { expectAccessible } from '../page.ts'
import { applyButton, bar, field, makeEcho, open, openSource } from '../parameters.ts'
import { cellAt, choose, dialog, expect, openNewQuery, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { alterAnswer, watchRequests } from '../traffic.ts'

test.describe('date parameters', () => {
  test('are shown and typed in the date format of the settings (PARAM-27)', async ({ adminPage: page, workshop }) => {
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

  test('say how a date is to be written if a typed text is none (OPEN-373)', async ({ adminPage: page, workshop }) => {
    await open(page, await makeEcho(workshop, [{ name: 'day', type: 'date', value: '2024-02-29' }]))
    await field(page, 'Day').fill('the last of May')
    await field(page, 'Day').blur()
    await expect(page.getByText(/^Write a date such as /)).toBeVisible()
    await expect(field(page, 'Day')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await field(page, 'Day').fill('2024-05-31')
    await expect(page.getByText(/^Write a date such as /)).toHaveCount(0)
  })

  test('show the message of a text that is no date above the open calendar (OPEN-504)', async ({
    adminPage: page,
    workshop,
  }) => {
    await open(page, await makeEcho(workshop, [{ name: 'day', type: 'date', value: '2024-02-29' }]))
    await field(page, 'Day').fill('2024-02-31')
    await field(page, 'Day').press('Enter')
    await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible()
    // A click fails if something covers the message.
    await page.getByText(/^Write a date such as /).click({ trial: true })
    await expectAccessible(page)
  })

  test('run with no other value than the one that is shown (OPEN-770)', async ({ adminPage: page, workshop }) => {
    await open(page, await makeEcho(workshop, [{ name: 'day', type: 'date', value: '2024-05-01' }]))
    await expect(cellAt(page, 0, 0)).toHaveText('2024-05-01')
    const runs = watchRequests(page, 'POST', /\/results$/)
    const day = field(page, 'Day')
    const problem = page.getByText(/^Write a date such as /)
    for (const key of ['Enter', 'ControlOrMeta+Enter']) {
      await day.fill('2024-02-31')
      await expect(problem).toHaveCount(0)
      await day.press(key)
      await expect(problem).toBeVisible()
      await expect(day).toHaveValue('2024-02-31')
    }
    await day.blur()
    await expect(day).toHaveValue('2024-02-31')
    await expect(page.getByRole('button', { name: 'Execute' })).toBeDisabled()
    await applyButton(page).click()
    await expect(day).toBeFocused()
    await expect(problem).toBeVisible()
    await day.blur()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expectToast(page, 'The value of Day cannot be read.')
    expect(runs).toEqual([])
    await page.getByRole('button', { name: 'Dynamic values of Day' }).click()
    await page.getByRole('menuitemradio', { name: /^Yesterday/ }).click()
    await expect(day).toHaveValue('')
    await expect(problem).toHaveCount(0)
    await day.fill('2024-02-28')
    await day.press('ControlOrMeta+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('2024-02-28')
    await day.fill('')
    await day.press('ControlOrMeta+Enter')
    await expect(page.getByText('missing value for Day parameter.', { exact: false }).first()).toBeVisible()
    expect(runs).toHaveLength(1)
  })

  test('offer dynamic values, which become dates when the query runs (PARAM-31)', async ({ adminPage: page, workshop }) => {
    const query = await makeEcho(workshop, [{ name: 'day', type: 'date', value: '2024-02-29' }])
    await open(page, query)
    await expect(cellAt(page, 0, 0)).toHaveText('2024-02-29')
    const runs = watchRequests(page, 'POST', /\/results$/)
    await page.getByRole('button', { name: 'Dynamic values of Day' }).click()
    const values = page.getByRole('menu', { name: 'Dynamic values of Day' })
    await expect(values.getByRole('menuitemradio')).toHaveText([/^Today\/Now /, /^Yesterday /])
    await expectAccessible(page)
    await page.getByRole('menuitemradio', { name: /^Yesterday/ }).click()
    await expect(field(page, 'Day')).toHaveAttribute('placeholder', 'Yesterday')
    await applyButton(page).click()
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await expect(cellAt(page, 0, 0)).toHaveText(yesterday)
    expect(runs).toEqual([expect.objectContaining({ parameters: { day: yesterday } })])
    await expect(page).toHaveURL(/p_day=d_yesterday/)
  })

  test('are ranges with dynamic values beside two months, which close when both days are chosen (PARAM-32, PARAM-52, PARAM-72)', async ({
    adminPage: page,
    workshop,
  }) => {
    const text = "SELECT '{{ days.start }}' AS first, '{{ days.end }}' AS last"
    const value = { start: '2024-02-05', end: '2024-02-29' }
    const query = await makeEcho(workshop, [{ name: 'days', title: 'Period', type: 'date-range', value }], text)
    await open(page, query)
    const panel = dialog(page, 'Period')
    await bar(page).getByRole('button', { name: 'Period: 2024-02-05 – 2024-02-29' }).click()
    await expect(panel.getByRole('textbox', { name: 'Start' })).toBeFocused()
    await expectAccessible(page)
    const day = panel.getByRole('button', { name: '6 February 2024', exact: true })
    expect(await day.boundingBox()).toMatchObject({ width: 32, height: 32 })
    await expect(panel.getByRole('button', { name: '31 January 2024', exact: true })).toBeVisible()
    await day.click()
    await panel.getByRole('button', { name: '8 February 2024', exact: true }).click()
    await expect(panel).toBeHidden()
    const control = bar(page).getByRole('button', { name: 'Period: 2024-02-06 – 2024-02-08' })
    await expect(control).toBeFocused()
    await applyButton(page).click()
    await expect(cellAt(page, 0, 1)).toHaveText('2024-02-08')
    await control.click()
    const values = panel.getByRole('group', { name: 'Dynamic values of Period' }).getByRole('button')
    await expect(values).toHaveText([
      /^Today \d/,
      /^Yesterday \d/,
      /^This week \d/,
      /^This month \d/,
      /^This year \d/,
      /^Last week \d/,
      /^Last month \d/,
      /^Last year 1 Jan – 31 Dec \d{4}$/,
      /^Last 7 days \d/,
      /^Last 14 days \d/,
      /^Last 30 days \d/,
      /^Last 60 days \d/,
      /^Last 90 days \d/,
      /^Last 12 months \d/,
    ])
    await values.first().focus()
    for (const _ of [1, 2, 3, 4, 5, 6, 7]) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(bar(page).getByRole('button', { name: 'Period: Last year' })).toBeVisible()
    await applyButton(page).click()
    const year = new Date().getUTCFullYear() - 1
    await expect(cellAt(page, 0, 0)).toHaveText(`${year}-01-01`)
    await expect(cellAt(page, 0, 1)).toHaveText(`${year}-12-31`)
  })

  test('are ranges whose previous periods a query compares, without parameters of their own (OPEN-209)', async ({
    adminPage: page,
    workshop,
  }) => {
    const text = `SELECT 'now' AS period, '{{ days.start }}' AS first, '{{ days.end }}' AS last
      UNION ALL SELECT 'previous', '{{ days.previous.start }}', '{{ days.previous.end }}'
      UNION ALL SELECT 'year ago', '{{ days.year_ago.start }}', '{{ days.year_ago.end }}'`
    const value = { start: '2024-02-01', end: '2024-02-29' }
    const query = await makeEcho(workshop, [{ name: 'days', title: 'Period', type: 'date-range', value }], text)
    await openSource(page, query)
    const rows = [
      ['2024-02-01', '2024-02-29'],
      ['2024-01-01', '2024-01-31'],
      ['2023-02-01', '2023-02-28'],
    ]
    for (const [index, [first = '', last = '']] of rows.entries()) {
      await expect(cellAt(page, index, 1)).toHaveText(first)
      await expect(cellAt(page, index, 2)).toHaveText(last)
    }
    const runs = watchRequests(page, 'POST', /\/results$/)
    const control = bar(page).getByRole('button', { name: 'Period: 2024-02-01 – 2024-02-29' })
    await control.click()
    await dialog(page, 'Period')
      .getByRole('button', { name: /^Last year / })
      .click()
    await applyButton(page).click()
    const year = new Date().getUTCFullYear() - 1
    await expect(cellAt(page, 0, 1)).toHaveText(`${year}-01-01`)
    await expect(cellAt(page, 1, 1)).toHaveText(`${year - 1}-01-01`)
    await expect(cellAt(page, 1, 2)).toHaveText(`${year - 1}-12-31`)
    expect(runs).toEqual([expect.objectContaining({ parameters: { days: { start: `${year}-01-01`, end: `${year}-12-31` } } })])
    await expect(bar(page).getByRole('button', { name: /^Period/ })).toHaveCount(1)
  })

  test('name the tags of their previous periods in the settings of a range (OPEN-209)', async ({ adminPage: page }) => {
    await openNewQuery(page, 'SELECT ')
    await page.keyboard.press('ControlOrMeta+P')
    const form = dialog(page, 'Add Parameter')
    await form.getByLabel('Keyword').fill('days')
    await expect(form).not.toContainText('{{ days.previous.start }}')
    await choose(page, 'Type', 'Date range')
    await expect(form).toContainText('The period before it: {{ days.previous.start }} {{ days.previous.end }}')
    await expect(form).toContainText('The same dates one year earlier: {{ days.year_ago.start }} {{ days.year_ago.end }}')
    await expectAccessible(page)
  })

  test('are ranges whose ends can be typed, in the date format of the settings or in ISO (PARAM-53)', async ({
    adminPage: page,
    workshop,
  }) => {
    await alterAnswer(page, '**/api/session', (session) => ({
      ...session,
      client_config: { ...Object(session.client_config), dateFormat: 'DD/MM/YYYY' },
    }))
    const value = { start: '2024-02-05 08:00', end: '2024-02-29 09:30' }
    const text = "SELECT '{{ at.start }}' AS first, '{{ at.end }}' AS last"
    await open(page, await makeEcho(workshop, [{ name: 'at', title: 'Period', type: 'datetime-range', value }], text))
    await bar(page).getByRole('button', { name: 'Period: 05/02/2024 08:00 – 29/02/2024 09:30' }).click()
    const panel = dialog(page, 'Period')
    const [start, end] = [panel.getByRole('textbox', { name: 'Start' }), panel.getByRole('textbox', { name: 'End' })]
    await start.fill('tomorrow')
    await start.press('Enter')
    await expect(panel.getByText('Write a date such as 31/12/2026 23:59 or 2026-12-31 23:59.')).toBeVisible()
    await expectAccessible(page)
    await start.fill('01/03/2024 10:15')
    await expect(panel.getByText('The end is before the start.')).toBeVisible()
    await expect(applyButton(page)).toBeHidden()
    await end.fill('2024-03-02 11:45')
    await expect(panel.getByText('The end is before the start.')).toBeHidden()
    await end.press('ControlOrMeta+Enter')
    await expect(cellAt(page, 0, 0)).toHaveText('2024-03-01 10:15')
    await expect(cellAt(page, 0, 1)).toHaveText('2024-03-02 11:45')
    // A day from the calendar keeps the time of day.
    await panel.getByRole('button', { name: '4 March 2024', exact: true }).click()
    await panel.getByRole('button', { name: '5 March 2024', exact: true }).click()
    await expect(start).toHaveValue('04/03/2024 10:15')
    await expect(end).toHaveValue('05/03/2024 11:45')
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
