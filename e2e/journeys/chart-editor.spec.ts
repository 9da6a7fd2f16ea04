import { expectAccessible } from '../page.ts'
import { clickInChart } from '../pointer.ts'
import { choose, expect, test } from '../queries.ts'
import {
  editGrowthChart,
  openTab,
  previewChart,
  previewOf,
  saveButton,
  savedOptions,
  visualizationEditor,
} from '../visualization-editor.ts'

test.describe('the chart editor', () => {
  test.beforeEach(({ adminPage: page, workshop }) => editGrowthChart(page, workshop))

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
    // The second bar of the panel at the right.
    await clickInChart(chart, [0.87, 0.6])
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
})
