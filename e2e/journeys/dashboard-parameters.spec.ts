import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { ParameterDefinition, Query } from '@sightline/contract/queries.ts'
import type { ParameterMapping } from '@sightline/contract/widgets.ts'
import { type Board, button, dialog, makeBoard, open, type PlaceOnBoard, stored, widget } from '../boards.ts'
import { type AdminCall, expectAccessible } from '../page.ts'
import { choose, expect, test, type Workshop } from '../queries.ts'
import { alterAnswer, holdAnswer, watchRequests } from '../traffic.ts'

const REGION = { name: 'region', title: 'Region', type: 'enum', enumOptions: 'north\nsouth\neast', value: 'north' }
const LIMIT = { name: 'limit', title: 'Limit', type: 'number', value: 3 }
const runs = (page: Page) => watchRequests(page, 'POST', /\/api\/queries\/\d+\/results$/)

/** A query whose only row is the value of its `region` parameter. */
const regional = (workshop: Workshop, name: string, parameters: ParameterDefinition[] = [REGION]) =>
  // Each query text is unique; otherwise the next query would reuse a cached result.
  workshop.makeQuery({
    name,
    query: `SELECT '{{ region }} of ' || '{{ region }}' AS place WHERE '${name}' <> ''`,
    options: { parameters },
  })

function place(
  call: AdminCall,
  board: Board,
  query: Query,
  at: PlaceOnBoard,
  parameterMappings: Record<string, ParameterMapping>,
) {
  const options = { position: { ...at, autoHeight: false }, parameterMappings }
  return call(api.widgets.create, {
    body: { dashboard_id: board.id, visualization_id: query.visualizations[0]?.id ?? 0, options },
  })
}
const toBoard = (mapTo: string): ParameterMapping => ({ name: 'region', type: 'dashboard-level', mapTo })
const cell = (page: Page, name: string, text: string) => widget(page, name).getByRole('gridcell', { name: text, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Parameters' }).first()
const mappingsIn = async (call: AdminCall, board: Board) => {
  const [first] = (await stored(call, board)).widgets
  return first?.options.parameterMappings
}

const still: ParameterMapping = { name: 'region', type: 'static-value', value: 'east' }
const [topLeft, topRight, low, lowRight] = [
  { col: 0, row: 0, sizeX: 3, sizeY: 4 },
  { col: 3, row: 0, sizeX: 3, sizeY: 4 },
  { col: 0, row: 4, sizeX: 3, sizeY: 4 },
  { col: 3, row: 4, sizeX: 3, sizeY: 4 },
]

test('parameters are mapped to the dashboard, to a widget, or to a fixed value (DASH-52, PMAP-02, PMAP-03, PMAP-04)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  const [mapped, own] = [await regional(workshop, 'Mapped'), await regional(workshop, 'Own')]
  await place(adminCall, board, mapped, topLeft, { region: toBoard('area') })
  const { id } = await place(adminCall, board, own, topRight, {})
  await place(adminCall, board, await regional(workshop, 'Fixed'), low, { region: still })
  await open(page, board, `?p_area=south&p_w${id}_region=east`)
  await expect(cell(page, 'Mapped – Table', 'south of south')).toBeVisible()
  await expect(cell(page, 'Own – Table', 'east of east')).toBeVisible()
  await expect(cell(page, 'Fixed – Table', 'east of east')).toBeVisible()
  // One input belongs to the dashboard, one to a widget.
  await expect(page.getByRole('combobox', { name: 'Region' })).toHaveCount(2)
  await expect(bar(page).getByRole('combobox', { name: 'Region' })).toHaveText('south')
  await expect(widget(page, 'Own – Table').getByRole('combobox', { name: 'Region' })).toHaveText('east')
  await expect(widget(page, 'Fixed – Table').getByRole('region', { name: 'Parameters' })).toHaveCount(0)
  await expectAccessible(page)
})

test('widgets mapped to one parameter of the dashboard share its input, and applying it refreshes them all (DASH-73, PMAP-15)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  const [shared, other] = [await regional(workshop, 'Shared'), await regional(workshop, 'Other')]
  await place(adminCall, board, shared, topLeft, { region: toBoard('area') })
  await place(adminCall, board, other, topRight, { region: { ...toBoard('area'), title: 'Area' } })
  await place(adminCall, board, shared, low, { region: toBoard('area') })
  const { id } = await place(adminCall, board, await regional(workshop, 'Apart'), lowRight, {})
  const sent = runs(page)
  await open(page, board, `?p_area=south&p_w${id}_region=east`)
  await expect(cell(page, 'Shared – Table', 'south of south')).toHaveCount(2)
  await expect(cell(page, 'Other – Table', 'south of south')).toBeVisible()
  await expect(cell(page, 'Apart – Table', 'east of east')).toBeVisible()
  // Two widgets with the same query and value share one run.
  expect(sent).toHaveLength(3)
  await expect(page.getByRole('combobox', { name: 'Region' })).toHaveCount(2)

  sent.length = 0
  const held = await holdAnswer(page, `**/api/queries/${other.id}/results`)
  await bar(page).getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: 'north' }).click()
  const apply = page.getByRole('button', { name: /^Apply Changes/ })
  await expect(apply).toBeVisible()
  expect(sent).toEqual([])
  await apply.click()
  await held.isAsked
  await expect(cell(page, 'Shared – Table', 'north of north')).toHaveCount(2)
  // The old result stays visible until the new one arrives.
  await expect(cell(page, 'Other – Table', 'south of south')).toBeVisible()
  held.release()
  await expect(cell(page, 'Other – Table', 'north of north')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`[?&]p_area=north(&|$).*p_w${id}_region=east`))
  expect(sent).toHaveLength(2)
  // Restoring earlier values requests their results again.
  sent.length = 0
  await bar(page).getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: 'south' }).click()
  await expect(apply).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(cell(page, 'Shared – Table', 'south of south')).toHaveCount(2)
  await expect(cell(page, 'Other – Table', 'south of south')).toBeVisible()
  expect(sent).toHaveLength(2)
  await expect(cell(page, 'Apart – Table', 'east of east')).toBeVisible()
})

test('the link from a widget to its query carries the values of all its parameters (QPAGE-42)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  const query = await regional(workshop, 'Followed')
  await place(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 4 }, { region: toBoard('area') })
  await open(page, board, '?p_area=south')
  await expect(cell(page, 'Followed – Table', 'south of south')).toBeVisible()
  await widget(page, 'Followed – Table').getByRole('link', { name: 'Followed' }).click()
  await expect(page).toHaveURL(new RegExp(`/queries/${query.id}\\?p_region=south#`))
  await expect(page.getByRole('combobox', { name: 'Region' })).toHaveText('south')
  await expect(page.getByRole('gridcell', { name: 'south of south' })).toBeVisible()
})

const editing = (page: Page) => dialog(page, 'Parameters')
const mappingRow = (page: Page) => editing(page).getByRole('row', { name: /region/ })
const openMenuOfOne = async (page: Page) => {
  await widget(page, 'One – Table').hover()
  await button(widget(page, 'One – Table'), 'Widget menu').click()
}

/** Opens the parameter mappings of the first of two widgets, each of which has its own parameter of the dashboard. */
async function openMappings(page: Page, call: AdminCall, workshop: Workshop): Promise<Board> {
  const board = await makeBoard(call)
  const [one, two] = [await regional(workshop, 'One', [REGION, LIMIT]), await regional(workshop, 'Two with a long name')]
  await place(call, board, one, topLeft, { region: toBoard('area') })
  await place(call, board, two, topRight, { region: toBoard('zone') })
  await open(page, board)
  await openMenuOfOne(page)
  await page.getByRole('menuitem', { name: 'Edit Parameters' }).click()
  return board
}

test('a dialog lists the mappings of a widget, and a title is changed on OK only (PMAP-06, PMAP-07, PMAP-09, PMAP-12)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  await openMappings(page, adminCall, workshop)
  await expect(editing(page).getByRole('columnheader')).toHaveText(['Title', 'Keyword', 'Default Value', 'Value Source'])
  const row = mappingRow(page)
  await expect(row.getByRole('cell')).toHaveText(['Region', '{{ region }}', 'north', 'New dashboard parameterarea'])
  await expectAccessible(page)

  await button(row, 'Edit the title of Region').click()
  const title = page.getByLabel('Title', { exact: true })
  await expect(title).toHaveAttribute('maxlength', '100')
  await title.fill('Discarded')
  await page.keyboard.press('Escape')
  await expect(title).toBeHidden()
  await expect(editing(page)).toBeVisible()
  await button(row, 'Edit the title of Region').click()
  await title.fill('Part of the country')
  await button(page, 'OK').click()
  await expect(row.getByRole('cell').first()).toHaveText('Part of the country')
})

test('the keyword of a new dashboard parameter is neither empty nor taken (PMAP-10, PMAP-11)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  await openMappings(page, adminCall, workshop)
  await button(mappingRow(page), 'Edit the value source of Region').click()
  const keyword = page.getByLabel('Keyword', { exact: true })
  await keyword.fill(' ')
  await button(page, 'OK').click()
  await expect(page.getByText('Keyword must have a value')).toBeVisible()
  await keyword.fill('zone')
  await button(page, 'OK').click()
  await expect(page.getByText('A parameter with this name already exists')).toBeVisible()
  await expectAccessible(page)
  // Closing the editor without OK keeps the old mapping.
  await editing(page).getByRole('columnheader', { name: 'Keyword' }).click()
  await expect(keyword).toBeHidden()
  await expect(mappingRow(page).getByRole('cell').last()).toContainText('area')
})

test('a parameter gets another source and value, which are stored when the dialog is saved (PMAP-08, WIDGET-34)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await openMappings(page, adminCall, workshop)
  await button(mappingRow(page), 'Edit the value source of Region').click()
  await expect(page.getByRole('radio')).toHaveCount(4)
  await page.getByRole('radio', { name: 'Existing dashboard parameter' }).click()
  await expect(page.getByText('Used by Two with a long name…', { exact: true })).toBeVisible()
  await page.getByRole('radio', { name: 'Static value' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Region' }).click()
  await page.getByRole('option', { name: 'east' }).click()
  await button(page, 'OK').click()
  await button(mappingRow(page), 'Edit the title of Region').click()
  await page.getByLabel('Title', { exact: true }).fill('Part of the country')
  await button(page, 'OK').click()
  await expect(mappingRow(page).getByRole('cell')).toHaveText(['Part of the country', '{{ region }}', 'east', 'Static value'])
  expect(await mappingsIn(adminCall, board)).toEqual({ region: toBoard('area') })
  await button(editing(page), 'Save').click()
  await expect(editing(page)).toBeHidden()
  await expect
    .poll(() => mappingsIn(adminCall, board))
    .toMatchObject({
      region: { name: 'region', type: 'static-value', value: 'east', title: 'Part of the country' },
      limit: { name: 'limit', type: 'widget-level' },
    })
  await expect(cell(page, 'One – Table', 'east of east')).toBeVisible()
})

test('the menu of a widget offers its parameters only to users who may edit the dashboard (WIDGET-29)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  await place(adminCall, board, await regional(workshop, 'One'), topLeft, { region: still })
  await alterAnswer(page, `**/api/dashboards/${board.slug}`, (body) => ({ ...body, can_edit: false }))
  await open(page, board)
  await expect(cell(page, 'One – Table', 'east of east')).toBeVisible()
  await openMenuOfOne(page)
  await expect(page.getByRole('menuitem', { name: 'View Query' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Edit Parameters' })).toHaveCount(0)
})

test('a new widget is mapped before it is added, only to parameters of the same type (PMAP-05, PMAP-13, PMAP-14, PMAP-16)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const board = await makeBoard(adminCall)
  const first = await regional(workshop, 'Region of the first')
  await place(adminCall, board, first, { col: 0, row: 0, sizeX: 3, sizeY: 4 }, { region: toBoard('area') })
  await regional(workshop, 'Limits and regions', [{ ...REGION, name: 'region' }, LIMIT])
  await open(page, board, '?edit=true')
  await button(page, 'Add Widget').click()
  const adding = dialog(page, 'Add Widget')
  await adding.getByLabel('Query').fill('Limits and')
  await adding.getByText('Limits and regions').click()
  await expect(adding.getByRole('row')).toHaveCount(3)
  await button(adding, 'Edit the value source of Limit').click()
  const existing = page.getByRole('radio', { name: 'Existing dashboard parameter' })
  await expect(existing).toBeDisabled()
  await expect(existing).toHaveAccessibleDescription('There are no dashboard parameters corresponding to this data type')
  await page.getByRole('radio', { name: 'Widget parameter' }).click()
  await button(page, 'OK').click()
  await expect(adding.getByRole('row', { name: /limit/ })).toContainText('Widget parameter')
  await button(adding, 'Edit the value source of Region').click()
  await expect(page.getByRole('radio', { name: 'New dashboard parameter' })).toBeChecked()
  await existing.click()
  await choose(page, 'Key', 'area')
  await button(page, 'OK').click()
  await button(adding, 'Add to Dashboard').click()
  await expect(adding).toBeHidden()
  await expect
    .poll(async () => (await stored(adminCall, board)).widgets.at(-1)?.options.parameterMappings)
    .toMatchObject({
      region: { type: 'dashboard-level', mapTo: 'area' },
      limit: { type: 'widget-level' },
    })
})

test('the parameters of a narrow widget wrap, so that each is seen in full (OPEN-201)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const period = {
    name: 'period',
    title: 'Period',
    type: 'datetime-range',
    value: { start: '2001-01-01 00:00', end: '2001-03-31 00:00' },
  }
  const query = await workshop.makeQuery({
    name: 'Routes',
    query: "SELECT '{{ period.start }}{{ period.end }}{{ region }}{{ least }}' AS echoed",
    options: { parameters: [period, REGION, { name: 'least', title: 'Minimum flights', type: 'number', value: 3 }] },
  })
  const board = await makeBoard(adminCall)
  await place(adminCall, board, query, { col: 0, row: 0, sizeX: 2, sizeY: 8 }, {})
  await page.setViewportSize({ width: 1024, height: 768 })
  await open(page, board)
  const frame = await widget(page, 'Routes – Table').boundingBox()
  const controls = bar(page).locator('label, button, input')
  await expect(bar(page).getByRole('button', { name: /^Period/ })).toBeVisible()
  for (const control of await controls.all()) {
    const box = await control.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0))
  }
  await expect(bar(page).getByText('2001-01-01 00:00 – 2001-03-31 00:00')).toBeVisible()
  await expectAccessible(page)
})
