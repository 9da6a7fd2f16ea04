import { expectAccessible, setTheme } from '../page.ts'
import { choose, expect, test } from '../queries.ts'
import { previewOf, savedOptions, visualizationEditor } from '../visualization-editor.ts'

const LISTS = `SELECT 'Bern' AS town, [3, 9, NULL, 7.5] AS visits, '[["2026-01-02", 4], ["2026-01-01", 2]]' AS days
  UNION ALL SELECT 'Oslo', [30, 90], 'none'`

test('lists of numbers in a column become sparklines with their last value and a text (TABLE-50)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Visits', query: LISTS })
  const { id } = await workshop.makeVisualization(query, 'TABLE', 'By town', {})
  await page.goto(`/queries/${query.id}#${id}`)
  await page.getByRole('button', { name: 'Edit Visualization' }).click()
  const editor = visualizationEditor(page)
  await editor.getByRole('list', { name: 'Columns' }).getByRole('button', { name: 'visits', exact: true }).click()
  await choose(page, 'Display as', 'Sparkline')
  const preview = previewOf(page)
  const lines = preview.getByRole('img', { name: /^\d values? / })
  await expect(preview.getByRole('img', { name: '3 values from 3.0 to 9.0, 1 missing, last 7.5' })).toBeVisible()
  await expect(lines).toHaveCount(2)
  await expect(preview.getByRole('gridcell', { name: /last 90/ })).toContainText('90.0')
  // A gap splits the line in two; the last number of the first row stands alone.
  await expect(lines.first().locator('path')).toHaveAttribute('d', /^M.*L.*M.*h0$/)
  await choose(page, 'Scale', 'The same for all cells')
  await choose(page, 'Drawn as', 'Bars')
  await expect(lines.first().locator('[data-kind=bars]')).toBeVisible()
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({
    columns: [
      { name: 'town' },
      { name: 'visits', displayAs: 'sparkline', sparklineKind: 'bars', sparklineScale: 'column' },
      { name: 'days' },
    ],
  })
  await setTheme(page, 'dark')
  await expect(page.getByRole('img', { name: /last 7\.5$/ })).toBeVisible()
  await expectAccessible(page)
})
