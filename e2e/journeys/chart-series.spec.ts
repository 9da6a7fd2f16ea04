import { expectAccessible } from '../page.ts'
import { choose, expect, test } from '../queries.ts'
import { editGrowthChart, MAPPING, openTab, savedOptions, TWO_SERIES, visualizationEditor } from '../visualization-editor.ts'

test.describe('the chart editor', () => {
  test.beforeEach(({ adminPage: page, workshop }) => editGrowthChart(page, workshop))

  test('offers five scales for the x axis (CHART-07)', async ({ adminPage: page }) => {
    await openTab(page, 'X Axis')
    await visualizationEditor(page).getByRole('combobox', { name: 'Scale' }).click()
    await expect(page.getByRole('option')).toHaveText(['Auto Detect', 'Datetime', 'Linear', 'Logarithmic', 'Category'])
    await page.getByRole('option', { name: 'Category' }).click()
    expect((await savedOptions(page)).xAxis).toMatchObject({ type: 'category' })
  })

  test('sets scale, name and range of both y axes (CHART-10)', async ({ adminPage: page }) => {
    await openTab(page, 'Y Axis')
    const names = visualizationEditor(page).getByRole('textbox', { name: 'Name', exact: true })
    await names.nth(0).fill('Left')
    await names.nth(1).fill('Right')
    await visualizationEditor(page).getByRole('combobox', { name: 'Scale' }).nth(1).click()
    await page.getByRole('option', { name: 'Logarithmic' }).click()
    await visualizationEditor(page).getByRole('textbox', { name: 'Min Value' }).nth(0).fill('5')
    await visualizationEditor(page).getByRole('textbox', { name: 'Max Value' }).nth(1).fill('500')
    expect((await savedOptions(page)).yAxis).toMatchObject([
      { type: 'linear', title: { text: 'Left' }, rangeMin: 5 },
      { type: 'logarithmic', title: { text: 'Right' }, rangeMax: 500 },
    ])
  })

  test('sets name, axis, type, color and order of each series (CHART-11, CHART-12, CTRL-14)', async ({ adminPage: page }) => {
    await openTab(page, 'Series')
    const list = visualizationEditor(page).getByRole('list', { name: 'Series' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page)
    await list.getByRole('textbox', { name: 'Label of tens' }).fill('Ten times')
    await list.getByRole('radiogroup', { name: 'Y axis of Ten times' }).getByText('Right', { exact: true }).click()
    await list.getByRole('combobox', { name: 'Type of Ten times' }).click()
    await page.getByRole('option', { name: 'Area' }).click()
    await expect(visualizationEditor(page).getByRole('list', { name: 'Legend' })).toContainText('Ten times')

    // `hover` waits until the element stops moving.
    await list.getByRole('button', { name: /^Move Ten times/ }).hover({ position: { x: 5, y: 5 } })
    const first = await list.getByRole('listitem').first().boundingBox()
    if (first === null) throw new Error('The series are out of sight.')
    await page.mouse.down()
    await page.mouse.move(first.x + 5, first.y + 2, { steps: 5 })
    await page.mouse.up()
    await expect(list.getByRole('listitem').first().getByRole('textbox')).toHaveValue('Ten times')

    await openTab(page, 'Colors')
    await visualizationEditor(page).getByRole('button', { name: 'Color of Ten times' }).click()
    const presets = page.getByRole('button', { name: 'Purple', exact: true }).locator('..')
    await expect(presets).toHaveCSS('grid-template-columns', Array.from({ length: 8 }, () => '24px').join(' '))
    await page.getByRole('button', { name: 'Purple', exact: true }).click()
    await page.keyboard.press('Escape')
    const { seriesOptions } = await savedOptions(page)
    expect(seriesOptions).toMatchObject({
      tens: { name: 'Ten times', yAxis: 1, type: 'area', zIndex: 0, color: expect.stringMatching(/^#/) },
      squared: { zIndex: 1 },
    })
  })

  test('accepts a color in any CSS notation (CTRL-15, OPEN-65)', async ({ adminPage: page }) => {
    await openTab(page, 'Colors')
    const target = visualizationEditor(page).getByRole('button', { name: 'Color of tens' })
    await target.click()
    const field = page.getByRole('textbox', { name: 'Custom Color' })
    for (const [typed, stored] of [
      ['tomato', '#FF6347'],
      ['rebeccapurple', '#663399'],
      ['rgb(1,2,3)', '#010203'],
      ['hsl(120, 50%, 50%)', '#40BF40'],
      ['#abc8', '#AABBCC'],
      ['rgb(10 20 30 / 40%)', '#0A141E'],
      ['rgba(62, 94, 219, 0.1)', '#3E5EDB'],
      ['color(srgb 1 0.2 0)', '#FF3300'],
      ['oklch(100% 0 0 / 50%)', '#FFFFFF'],
    ] as const) {
      await field.fill(typed)
      await field.press('Enter')
      await expect(field).toHaveValue(stored)
    }
    const refusal = page.getByRole('alert').filter({ hasText: 'Not a color. Try a name, #RRGGBB, rgb() or hsl().' })
    for (const typed of ['tomatoes', 'rgb(1,2)', 'inherit', 'transparent']) {
      await field.fill(typed)
      await expect(refusal).toBeHidden()
      await field.press('Tab')
      await expect(refusal).toBeVisible()
      await expect(field).toHaveValue(typed)
    }
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await target.click()
    await expect(field).toHaveValue('#FFFFFF')
    await expect(refusal).toBeHidden()
    await page.keyboard.press('Escape')
    expect((await savedOptions(page)).seriesOptions).toMatchObject({ tens: { color: '#FFFFFF' } })
  })

  test('shows or hides the legend (CHART-15)', async ({ adminPage: page }) => {
    const legend = visualizationEditor(page).getByRole('list', { name: 'Legend' })
    // Lines are labeled at their ends if there is room, so the legend is checked on bars.
    await choose(page, 'Visualization Type', 'Bar')
    await expect(legend.getByRole('listitem')).toHaveCount(2)
    await choose(page, 'Legend', 'Hidden')
    await expect(legend).toBeHidden()
    expect((await savedOptions(page)).legend).toMatchObject({ enabled: false })
    await expect(page.getByRole('list', { name: 'Legend' })).toBeHidden()
  })

  test('stacks series where that makes sense and reads old stacking names (CHART-17, OPEN-15)', async ({
    adminPage: page,
    workshop,
  }) => {
    const stacking = visualizationEditor(page).getByRole('combobox', { name: 'Stacking' })
    await choose(page, 'Visualization Type', 'Scatter')
    await expect(stacking).toBeHidden()
    const percent = visualizationEditor(page).getByRole('switch', { name: 'Normalize values to percentage' })
    for (const kind of ['Line', 'Area', 'Bar']) {
      await choose(page, 'Visualization Type', kind)
      await expect(stacking).toHaveValue('Disabled')
      await expect(percent).not.toBeChecked()
    }
    await stacking.click()
    await expect(page.getByRole('option')).toHaveText(['Disabled', 'Stack'])
    await page.getByRole('option', { name: 'Stack' }).click()
    expect((await savedOptions(page)).series).toMatchObject({ stacking: 'stack' })

    const query = await workshop.makeRunQuery({ query: TWO_SERIES })
    for (const [old, isPercent] of [
      ['normal', false],
      ['percent', true],
    ] as const) {
      const options = { globalSeriesType: 'column', columnMapping: MAPPING, series: { stacking: old } }
      const { id } = await workshop.makeVisualization(query, 'CHART', `Old ${old}`, options)
      await page.goto(`/queries/${query.id}#${id}`)
      await page.reload()
      await page.getByRole('button', { name: 'Edit Visualization' }).click()
      await expect(stacking).toHaveValue('Stack')
      await expect(percent).toBeChecked({ checked: isPercent })
    }
  })
})

test('a legend below a chart cuts no names, says how many entries do not fit, and opens (CHART-61)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({
    query: "SELECT i AS n, 'MWMW ' || g AS name, i * g AS product FROM range(3) t(i), range(40) s(g)",
  })
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Products', {
    globalSeriesType: 'column',
    columnMapping: { n: 'x', product: 'y', name: 'series' },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/queries/${query.id}#${id}`)
  const entries = page.getByRole('list', { name: 'Legend' }).getByRole('listitem')
  const last = entries.last()
  await expect(last).not.toBeInViewport()
  const isCut = (span: SVGElement | HTMLElement) => span.scrollWidth > span.clientWidth
  expect(await entries.getByText('MWMW 39', { exact: true }).evaluate(isCut)).toBe(false)
  await page.getByRole('button', { name: /^\+\d+ more$/ }).click()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await page.getByRole('button', { name: 'Show less' }).click()
  await expect(page.getByRole('button', { name: /^\+\d+ more$/ })).toBeVisible()
})
