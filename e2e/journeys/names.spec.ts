import { api } from '@sightline/contract/api.ts'
import { makeAlert } from '../alerts.ts'
import { expect, test } from '../queries.ts'

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test('the whole of a name that is cut is its tooltip while the pointer is over it (OPEN-626)', async ({
  adminPage: page,
  workshop,
}) => {
  const name = '出発空港別の遅延時間'.repeat(20)
  const { id } = await workshop.makeQuery({ name })
  await page.goto(`/queries/${id}`)
  const cut = page.getByRole('heading', { level: 1 }).getByRole('button')
  await cut.hover()
  await expect(cut).toHaveAttribute('title', name)
  await page.getByRole('link', { name: 'Alerts' }).hover()
  await expect(cut).not.toHaveAttribute('title')
})

test('the editor shows characters that turn a text around, and keeps the order of the code around Arabic (OPEN-628)', async ({
  adminPage: page,
  workshop,
}) => {
  const { id } = await workshop.makeQuery({ query: "SELECT 'a\u202eb', 1\nSELECT 'مدينة', 25" })
  await page.goto(`/queries/${id}/source`)
  await expect(page.locator('.cm-specialChar')).toHaveCount(1)
  // The number after an Arabic string stands at its right.
  const line = page.locator('.cm-line').nth(1)
  const leftOf = (text: string) => line.evaluate(leftOfText, text)
  await expect(line).toContainText('25')
  await expect.poll(async () => (await leftOf('25')) > (await leftOf('مدينة'))).toBe(true)
})

/** Runs in the page: where a text begins in a line, in pixels from the left. */
function leftOfText(line: Element, text: string): number {
  const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const at = node.textContent?.indexOf(text) ?? -1
    if (at === -1) continue
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + text.length)
    return range.getBoundingClientRect().left
  }
  return Number.NaN
}

test('no list scrolls sideways because of a long name without a space, on desktops and phones (OPEN-629)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const name = 'DelayedDeparturesByAirport'.repeat(7)
  const query = await workshop.makeRunQuery({ name, tags: [name] })
  await makeAlert(adminCall, query, { name, options: { column: 'n', op: 'greater than', value: 20 } })
  await adminCall(api.groups.create, { body: { name } })
  await adminCall(api.dataSources.create, { body: { name, type: 'results', options: {} } })
  await adminCall(api.destinations.create, { body: { name, type: 'webhook', options: { url: 'https://example.com/' } } })
  const sidewaysScroll = () =>
    page.evaluate(() => {
      const boxes = [document.documentElement, ...document.querySelectorAll('main, main :has(> table)')]
      return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth))
    })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    // Phones have no room for the objects of the audit log.
    const logs = width > 600 ? ['/settings/audit'] : []
    for (const path of ['/', '/queries', '/alerts', '/groups', '/data_sources', '/destinations', ...logs]) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(name).filter({ visible: true }).first()).toBeVisible()
      await expect.poll(sidewaysScroll, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('the figure of a chart has its name, and only its image the description (OPEN-630)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Described' })
  const options = { globalSeriesType: 'column', columnMapping: { n: 'x', squared: 'y' } }
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Read once', options)
  await page.goto(`/queries/${query.id}#${id}`)
  await expect(page.getByRole('img', { name: /^Read once\. Bar chart/ })).toBeVisible()
  await expect(page.getByRole('figure')).toHaveAccessibleName('Read once')
})

test.describe('on a Mac', () => {
  test.use({ userAgent: MAC })

  test('shortcuts are named with ⌘ and work with it (OPEN-625)', async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeRunQuery({ name: 'Of a Mac' })
    const alert = await makeAlert(adminCall, query, { options: { column: 'n', op: 'greater than', value: 20 } })
    for (const path of ['/', '/queries/new', `/alerts/${alert.id}?edit=true`]) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/\bCtrl\b/)).toHaveCount(0)
    }
    await expect(page.getByRole('button', { name: 'Save' })).toContainText('⌘ S')
    await page.keyboard.press('Meta+k')
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
