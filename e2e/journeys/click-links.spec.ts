import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { button, dialog, makeBoard, open, stored, widget } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, test, type Workshop } from '../queries.ts'
import { expectToast } from '../toasts.ts'

const HARBORS = `SELECT * FROM (VALUES ('DE & AT', 'Hamburg', 4), ('FR', 'Brest', 3), ('FR', 'Calais', 2)) t(land, city, ships)`

/** A dashboard with a bar for each country and a counter of the first row. */
async function makeHarbors(call: Parameters<typeof makeBoard>[0], workshop: Workshop) {
  const query = await workshop.makeRunQuery({ name: 'Harbors', query: HARBORS })
  const chart = await workshop.makeVisualization(query, 'CHART', 'By land', {
    globalSeriesType: 'column',
    columnMapping: { land: 'x', ships: 'y' },
    aggregation: 'sum',
  })
  const counter = await workshop.makeVisualization(query, 'COUNTER', 'Ships', { counterColName: 'ships' })
  const board = await makeBoard(call)
  for (const [col, { id }] of [chart, counter].entries()) {
    const options = { position: { col: col * 3, row: 0, sizeX: 3, sizeY: 8 } }
    await call(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: id, options } })
  }
  return board
}

const target = (workshop: Workshop) =>
  workshop.makeQuery({
    name: 'Harbor details',
    query: `SELECT '{{ land }}' AS chosen, '{{ city }}' AS place`,
    options: {
      parameters: [
        { name: 'land', title: 'Land', type: 'text', value: 'none' },
        { name: 'city', title: 'City', type: 'text', value: 'none' },
      ],
    },
  })

async function openMenu(page: Page, name: string): Promise<void> {
  await widget(page, name).hover()
  await button(widget(page, name), 'Widget menu').click()
}

/** Chooses a mark of a chart by the keyboard, in its table. */
async function chooseMark(page: Page, name: string, mark: string): Promise<void> {
  await openMenu(page, name)
  await page.getByRole('menuitem', { name: 'View as Table' }).click()
  await page.getByRole('dialog').getByRole('button', { name: mark }).press('Enter')
}

test('a click opens a query with the values of the mark and of its rows, and Back returns (OPEN-219)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const details = await target(workshop)
  const board = await makeHarbors(call, workshop)
  await open(page, board)
  await openMenu(page, 'Harbors – By land')
  await page.getByRole('menuitem', { name: 'On Click…' }).click()
  const form = dialog(page, 'On Click')
  await form.getByRole('radio', { name: 'Opens a link' }).click()
  await expect(button(form, 'Save')).toBeDisabled()
  await form.getByRole('combobox', { name: 'To a dashboard or query' }).fill('Harbor det')
  await page.getByRole('option', { name: 'Harbor details' }).click()
  const link = form.getByRole('textbox', { name: 'Link' })
  await expect(link).toHaveValue(`/queries/${details.id}?p_land={{ x }}&p_city={{ row.city }}`)
  await link.fill(`/queries/${details.id}?p_land={{ town }}`)
  await expect(form.getByText('There is no value for {{ town }}.')).toBeVisible()
  await expect(button(form, 'Save')).toBeDisabled()
  await link.fill(`/queries/${details.id}?p_city={{ row.city }}&p_land=`)
  await button(form, 'Insert').click()
  await page.getByRole('menuitem', { name: 'X axis: land' }).click()
  await expectAccessible(page)
  await button(form, 'Save').click()
  await expect(form).toHaveCount(0)
  expect((await stored(call, board)).widgets[0]?.options.clickAction).toEqual({
    type: 'link',
    link: `/queries/${details.id}?p_city={{ row.city }}&p_land={{ x }}`,
  })

  await chooseMark(page, 'Harbors – By land', 'DE & AT')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbor details')
  await expect(page.getByRole('gridcell', { name: 'DE & AT' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Hamburg' })).toBeVisible()
  await page.goBack()
  await chooseMark(page, 'Harbors – By land', 'FR')
  await expectToast(
    page,
    'The link could not be opened.',
    'The rows behind this mark have 2 values of "city", and the link needs one.',
  )
  await expect(page).toHaveURL(new RegExp(`/dashboard/${board.slug}`))
})

test('the number of a counter shows its rows, or opens its link (OPEN-219)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const board = await makeHarbors(call, workshop)
  await open(page, board)
  await button(widget(page, 'Harbors – Ships'), 'Rows behind Ships').press('Enter')
  const card = dialog(page, 'Rows where ships is 4')
  await expect(card.getByRole('gridcell', { name: 'Hamburg' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  const counter = (await stored(call, board)).widgets[1]
  if (counter === undefined) throw new Error('There is no counter.')
  const clickAction = { type: 'link', link: '/queries?q={{ row.city }}' }
  await call(api.widgets.update, {
    params: { id: counter.id },
    body: { text: '', options: { ...counter.options, clickAction } },
  })
  await page.reload()
  await widget(page, 'Harbors – Ships').getByRole('figure').click()
  await expect(page).toHaveURL(/\/queries\?q=Hamburg/)
})

test('visitors of a public dashboard follow links to other sites only (OPEN-219)', async ({
  adminPage: page,
  adminCall: call,
  workshop,
}) => {
  const board = await makeHarbors(call, workshop)
  const [chart, counter] = (await stored(call, board)).widgets
  const { public_url: url } = await call(api.dashboards.share, { params: { slug: board.slug } })
  const save = async (widget: typeof chart, link: string) => {
    if (widget === undefined) throw new Error('There is no widget.')
    const options = { ...widget.options, clickAction: { type: 'link', link } }
    await call(api.widgets.update, { params: { id: widget.id }, body: { text: '', options } })
  }
  await save(chart, '/queries?q={{ x }}')
  await save(counter, `${new URL(url).origin}/ping?city={{ row.city }}`)
  await page.goto(url)
  await expect(widget(page, 'Harbors – By land').locator('canvas')).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await button(page, 'Choose Ships').press('Enter')
  await expect(await opened).toHaveURL(/\/ping\?city=Hamburg$/)
  await expect(widget(page, 'Harbors – By land').locator('[data-picks]')).toHaveCount(0)
})
