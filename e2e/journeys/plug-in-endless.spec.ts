import { chromiumOptions } from '../browser.ts'
import { expect, test } from '../plug-ins.ts'

// Desktop browsers based on Chromium run frames of another origin in processes of their own, as this switch has it do here.
test.use({ launchOptions: { ...chromiumOptions, args: [...(chromiumOptions.args ?? []), '--site-per-process'] } })

test('a script that never returns leaves the page usable, and is ended after ten seconds (OPEN-499)', async ({
  failingPage: page,
  product,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({})
  const { id } = await workshop.makeVisualization(query, 'endless', 'Endless', {})
  await page.goto(`${product.url}/queries/${query.id}#${id}`)
  await expect(page.locator('iframe[title="Endless"]')).toBeAttached()
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
  await page.getByRole('tab', { name: 'Endless' }).click()
  await expect(page.getByRole('alert')).toContainText('It did not answer within 10 seconds.')
  await expect(page.locator('iframe[title="Endless"]')).toHaveCount(0)
})
