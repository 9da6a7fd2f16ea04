import { expectAccessible } from '../page.ts'
import { choose, expect, test } from '../queries.ts'
import {
  MAPPING,
  openTab,
  previewChart,
  previewOf,
  saveButton,
  savedOptions,
  TWO_SERIES,
  visualizationEditor,
} from '../visualization-editor.ts'

test.describe('the chart editor', () => {
  test.beforeEach(async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeRunQuery({ query: TWO_SERIES })
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Growth', {
      globalSeriesType: 'line',
      columnMapping: MAPPING,
    })
    await page.goto(`/queries/${query.id}#${id}`)
    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    await expect(previewChart(page)).toBeVisible()
  })

  test('offers and draws every chart type, with the option tabs it needs (CHART-01, CHART-02, CHART-03, CHART-46)', async ({
    adminPage: page,
  }) => {
    for (const name of ['Line', 'Bar', 'Area', 'Pie', 'Scatter', 'Bubble', 'Heatmap', 'Box']) {
      await choose(page, 'Visualization Type', name)
      // Bubble and heatmap charts need one more column.
      if (name === 'Bubble') await choose(page, 'Bubble Size Column', 'tens')
      if (name === 'Heatmap') await choose(page, 'Color Column', 'tens')
      await expect(previewChart(page)).toHaveAccessibleName(new RegExp(`${name} chart`))
    }
    const tabs = visualizationEditor(page).getByRole('tab')
    await choose(page, 'Visualization Type', 'Pie')
    await expect(tabs).toHaveText(['General', 'Series', 'Colors', 'Data Labels'])
    await choose(page, 'Visualization Type', 'Area')
    await expect(tabs).toHaveText(['General', 'X Axis', 'Y Axis', 'Series', 'Colors', 'Data Labels'])
    expect((await savedOptions(page)).globalSeriesType).toBe('area')
  })

  test('draws reference lines and bands with labels, and stores them (CHART-64)', async ({ adminPage: page }) => {
    await openTab(page, 'Y Axis')
    const editor = visualizationEditor(page)
    await editor.getByRole('button', { name: 'Add Reference Line' }).click()
    const first = editor.getByRole('group', { name: 'Reference line 1' })
    await expect(first.getByText('Enter a number.')).toBeVisible()
    await expectAccessible(page)
    await first.getByLabel('Value').fill('40')
    await first.getByLabel('Label').fill('Target')
    await expect(previewChart(page)).toHaveAccessibleName(/Reference lines: Target 40\.$/)
    await editor.getByRole('button', { name: 'Add Reference Line' }).click()
    const second = editor.getByRole('group', { name: 'Reference line 2' })
    await second.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Average' }).click()
    await expect(previewChart(page)).toHaveAccessibleName(/Reference lines: Target 40, Average 36\.75\.$/)
    await editor.getByRole('button', { name: 'Add Reference Line' }).click()
    await editor.getByRole('button', { name: 'Remove reference line 3' }).click()
    await expect(editor.getByRole('group', { name: /^Reference line/ })).toHaveCount(2)
    expect((await savedOptions(page)).referenceLines).toMatchObject([
      { kind: 'value', yAxis: 0, value: 40, label: 'Target' },
      { kind: 'average' },
    ])
  })

  test('marks events and periods, typed or from another query, and names them in the table (CHART-68)', async ({
    adminPage: page,
    workshop,
  }) => {
    const events = await workshop.makeRunQuery({
      name: 'Price changes',
      query: "SELECT 7 AS at, 'Second change' AS what UNION ALL SELECT 40, 'Far away'",
    })
    await openTab(page, 'X Axis')
    const editor = visualizationEditor(page)
    await editor.getByRole('button', { name: 'Add Annotation', exact: true }).click()
    const first = editor.getByRole('group', { name: 'Annotation 1' })
    await expect(first.getByText('Enter a number.')).toBeVisible()
    await expectAccessible(page)
    await first.getByLabel('At', { exact: true }).fill('3')
    await first.getByLabel('Until', { exact: true }).fill('5')
    await first.getByLabel('Label', { exact: true }).fill('Sale')
    await expect(previewChart(page)).toHaveAccessibleName(/Annotations: Sale 3 to 5\.$/)
    await editor.getByRole('button', { name: 'Add Annotations from a Query' }).click()
    await editor.getByRole('combobox', { name: 'Query' }).fill(events.name)
    await page.getByRole('option', { name: events.name }).click()
    await choose(page, 'At Column', 'at')
    await choose(page, 'Label Column', 'what')
    await expect(previewChart(page)).toHaveAccessibleName(/Annotations: Sale 3 to 5, Second change 7\.$/)
    await expect(previewOf(page).getByText('1 annotation is outside of the x axis')).toBeVisible()
    await expectAccessible(page)
    const options = await savedOptions(page)
    expect(options.annotations).toMatchObject([{ x: '3', to: '5', label: 'Sale' }])
    expect(options.annotationQuery).toMatchObject({ id: events.id, x: 'at', to: null, label: 'what' })
    await expect(editor).toBeHidden()
    await page.getByRole('button', { name: 'Tools of the chart Growth' }).click()
    await page.getByRole('menuitem', { name: 'View as Table' }).click()
    await expect(page.getByRole('row', { name: 'Annotation 3 to 5 Sale' })).toBeVisible()
  })

  test('draws a line from a column, and compares with earlier values (CHART-69, CHART-70)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({
      query: "SELECT DATE '2026-01-01' + INTERVAL (i) MONTH AS month, 100 + 10 * i AS sales, 90 + i AS goal FROM range(6) t(i)",
    })
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Months', {
      globalSeriesType: 'line',
      columnMapping: { month: 'x', sales: 'y' },
    })
    await page.goto(`/queries/${query.id}#${id}`)
    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    await choose(page, 'Compare with', 'Months earlier')
    await expect(previewChart(page)).toHaveAccessibleName(/Earlier values: sales \(previous month\) from 100 at 2026-02-01/)
    await expect(previewOf(page).getByText('dashed: previous month')).toBeVisible()
    await expectAccessible(page)
    await openTab(page, 'Y Axis')
    const editor = visualizationEditor(page)
    await editor.getByRole('button', { name: 'Add Reference Line' }).click()
    const line = editor.getByRole('group', { name: 'Reference line 1' })
    await line.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Column' }).click()
    await line.getByRole('combobox', { name: 'Column' }).click()
    await page.getByRole('option', { name: 'goal' }).click()
    await expect(previewChart(page)).toHaveAccessibleName(/Reference lines: goal between 90 and 95\./)
    await expectAccessible(page)
    const options = await savedOptions(page)
    expect(options).toMatchObject({ compareUnit: 'month', referenceLines: [{ kind: 'column', column: 'goal' }] })
  })

  test('writes an axis and a series in formats of their own, chosen in plain words (CHART-65)', async ({ adminPage: page }) => {
    const editor = visualizationEditor(page)
    await openTab(page, 'Y Axis')
    await editor.getByRole('combobox', { name: 'Number Format' }).first().click()
    await page.getByRole('option', { name: 'Currency $1,234,567.89', exact: true }).click()
    await expect(editor.getByText('For example $1,234,567.89')).toBeVisible()
    await editor.getByLabel('Decimals').fill('0')
    await editor.getByLabel('Text Before').fill('€')
    await expect(previewChart(page)).toHaveAccessibleName(/Values from €0 to €90\./)
    await expectAccessible(page)
    await openTab(page, 'Series')
    await editor.getByRole('button', { name: 'More options of tens' }).click()
    await editor.getByRole('combobox', { name: 'Number Format' }).click()
    await page.getByRole('option', { name: /^Duration, from seconds/ }).click()
    await expect(previewChart(page)).toHaveAccessibleName(
      /Values of squared from €0 to €81, values of tens from 0s to 1m 30s\./,
    )
    await editor.getByRole('combobox', { name: 'Number Format' }).click()
    await page.getByRole('option', { name: 'Custom pattern' }).click()
    await editor.getByLabel('Pattern of Number Format').fill('many')
    await expect(editor.getByText('A pattern needs a 0, as in 0,0.00.')).toBeVisible()
    await editor.getByLabel('Pattern of Number Format').fill('0 pieces')
    await expect(previewChart(page)).toHaveAccessibleName(/values of tens from 0 pieces to 90 pieces\./)
    await expectAccessible(page)
    const options = await savedOptions(page)
    expect(options.yAxis[0].numberFormat).toBe('€0,0')
    expect(options.seriesOptions.tens.numberFormat).toBe('0 pieces')
  })

  test('draws a trend line or a moving average of a series (CHART-66)', async ({ adminPage: page }) => {
    const editor = visualizationEditor(page)
    await openTab(page, 'Series')
    await editor.getByRole('button', { name: 'More options of squared' }).click()
    await choose(page, 'Trend Line', 'Linear trend')
    await expect(previewChart(page)).toHaveAccessibleName(/Trend lines: squared \(trend\) from -12 at 0 to 69 at 9\.$/)
    await choose(page, 'Trend Line', 'Moving average')
    await expect(previewChart(page)).toHaveAccessibleName(/squared \(7-point average\) from 13 at 6 to 40 at 9\.$/)
    await editor.getByLabel('Points in Each Average').fill('20')
    await expect(previewOf(page).getByText('too few values for squared (20-point average)')).toBeVisible()
    await expectAccessible(page)
    await openTab(page, 'General')
    await choose(page, 'Visualization Type', 'Area')
    await choose(page, 'Stacking', 'Stack')
    await openTab(page, 'Series')
    await editor.getByRole('button', { name: 'More options of squared' }).click()
    await expect(editor.getByText('Stacked series have no trend line.')).toBeVisible()
    expect((await savedOptions(page)).seriesOptions.squared).toMatchObject({ trend: 'average', trendPoints: 20 })
  })

  test('draws a panel for each value of a column, and shows the rows behind a mark in it (CHART-67)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({
      query: "SELECT i % 2 AS half, 50 + i AS sold, CASE WHEN i < 2 THEN 'North' ELSE 'South' END AS region FROM range(4) t(i)",
    })
    const { id } = await workshop.makeVisualization(query, 'CHART', 'Regions', {
      globalSeriesType: 'column',
      columnMapping: { half: 'x', sold: 'y' },
      xAxis: { type: 'category' },
    })
    await page.goto(`/queries/${query.id}#${id}`)
    await page.getByRole('button', { name: 'Edit Visualization' }).click()
    await choose(page, 'Panels', 'region')
    await expect(previewChart(page)).toHaveAccessibleName(/2 panels: North, South\. Values from 50 to 53\./)
    await visualizationEditor(page).getByRole('switch', { name: 'Each panel has its own scale' }).click({ force: true })
    await expectAccessible(page)
    expect(await savedOptions(page)).toMatchObject({ ownPanelScales: true, columnMapping: { region: 'panel' } })
    await expect(visualizationEditor(page)).toBeHidden()
    const chart = page.getByRole('img', { name: /2 panels/ })
    await expect(chart).toHaveAttribute('data-drawn')
    const box = await chart.boundingBox()
    if (box === null) throw new Error('The chart is not on the page.')
    // The second bar of the panel at the right.
    await page.mouse.click(box.x + box.width * 0.87, box.y + box.height * 0.6)
    await expect(page.getByRole('dialog', { name: 'Rows where half is 1 and region is South' })).toBeVisible()
  })

  test('gives a heatmap a color column and two colors of its own, and a table view (HEAT-04, CHART-03, CHART-63, OPEN-24)', async ({
    adminPage: page,
  }) => {
    await choose(page, 'Visualization Type', 'Heatmap')
    await expect(visualizationEditor(page).getByText('Choose a Color column.').first()).toBeVisible()
    await expect(saveButton(page)).toBeDisabled()
    await choose(page, 'Color Column', 'tens')
    await expect(previewChart(page)).toHaveAccessibleName(/Heatmap chart of tens by n and squared, 10 by 10 cells/)
    await openTab(page, 'Colors')
    await visualizationEditor(page).getByRole('combobox', { name: 'Color Scheme' }).click()
    const schemes =
      'Blackbody Bluered Blues Earth Electric Greens Greys Hot Jet Picnic Portland Rainbow RdBu Reds Viridis YlGnBu YlOrRd'
    await expect(page.getByRole('option')).toHaveText([...schemes.split(' '), 'Custom...'])
    await page.getByRole('option', { name: 'Custom...' }).click()
    await visualizationEditor(page).getByRole('button', { name: 'Color of Max Color' }).click()
    await page.getByRole('button', { name: 'Purple', exact: true }).click()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await visualizationEditor(page).getByRole('button', { name: 'Tools of the chart Growth' }).click()
    await page.getByRole('menuitem', { name: 'View as Table' }).click()
    await expect(page.getByRole('dialog').getByRole('cell', { name: /^\d+$/ }).last()).toHaveCSS('text-align', 'end')
    await expect(page.getByRole('dialog', { name: 'Growth' }).getByRole('row').nth(1)).toHaveText('000')
    await page.getByRole('dialog', { name: 'Growth' }).getByRole('button').first().click()
    const saved = await savedOptions(page)
    expect(saved).toMatchObject({ globalSeriesType: 'heatmap', colorScheme: 'Custom...', columnMapping: { tens: 'zVal' } })
    expect(saved.heatMaxColor).toMatch(/^#/)
  })

  test('requires an X column and a Y column (CHART-05, CHART-06)', async ({ adminPage: page }) => {
    const x = visualizationEditor(page).getByRole('combobox', { name: 'X Column' })
    const y = visualizationEditor(page).getByRole('combobox', { name: 'Y Columns' })
    await expect(x).toHaveAttribute('required')
    await y.press('Backspace')
    await y.press('Backspace')
    await expect(visualizationEditor(page).getByText('Choose at least one Y column.').first()).toBeVisible()
    await expect(saveButton(page)).toBeDisabled()
    await expectAccessible(page)
    await choose(page, 'Y Columns', 'tens')
    await expect(previewChart(page)).toHaveAccessibleName(/chart of tens by n/)

    // Moving the only Y column to X leaves no Y column.
    await page.keyboard.press('Escape')
    await choose(page, 'X Column', 'tens')
    await expect(visualizationEditor(page).getByText('Choose at least one Y column.').first()).toBeVisible()
    await expect(saveButton(page)).toBeDisabled()
  })

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
