import type { FrameLocator, Locator, Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { makeBoard, open, widget } from '../boards.ts'
import { startOtherSite } from '../other-site.ts'
import { expectAccessible, setTheme } from '../page.ts'
import { AS_IN_RESULT, CHOSEN, CITIES, expect, test } from '../plug-ins.ts'
import { choose } from '../queries.ts'
import { savedOptions, settingsPanel, typeCards } from '../visualization-editor.ts'

const frameOf = (within: Page | FrameLocator | Locator, name: string) => within.frameLocator(`iframe[title="${name}"]`)
/** The drawing of the template, which names its points in their order. */
const plot = (within: Page | FrameLocator | Locator, name: string, points: string) =>
  frameOf(within, name).getByRole('img', { name: `${name}: ${points}` })

test('an analyst chooses the chart of a plug-in, sets its options, and shows it to colleagues and visitors (OPEN-496)', async ({
  adminPage: page,
  adminCall,
  browser,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Cities', query: CITIES })
  await page.goto(`/queries/${query.id}/source`)
  await page.getByRole('button', { name: 'New Visualization' }).click()
  const fitting = typeCards(page).getByRole('group', { name: 'Fits this result' })
  await expect(fitting.getByRole('option', { name: 'Dot plot' })).toBeVisible()
  await page.screenshot({ path: 'test-results/screens/plug-in-gallery.png', animations: 'disabled' })
  await fitting.getByRole('option', { name: 'Dot plot' }).click()
  await expect(settingsPanel(page).getByRole('combobox', { name: 'Label' })).toHaveValue('city')
  await expect(plot(page, 'Dot plot', AS_IN_RESULT)).toBeVisible()

  await choose(page, 'Order', 'Largest first')
  await expect(plot(page, 'Dot plot', 'Berlin 3,700, Oslo 700, Lisbon 545.5')).toBeVisible()
  await settingsPanel(page).getByRole('textbox', { name: 'Number of rows' }).fill('2')
  await expect(plot(page, 'Dot plot', 'Berlin 3,700, Oslo 700')).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/screens/plug-in-editor.png', animations: 'disabled' })
  expect(await savedOptions(page)).toEqual({ ...CHOSEN, order: 'value', limit: 2 })
  await expect(plot(page, 'Dot plot', 'Berlin 3,700, Oslo 700')).toBeVisible()

  const board = await makeBoard(adminCall)
  const { visualizations } = await adminCall(api.queries.get, { params: { id: query.id } })
  const shown = visualizations.find(({ type }) => type === 'template_dot_plot')?.id ?? 0
  await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: shown, options: {} } })
  await open(page, board)
  await expect(plot(widget(page, /Cities/), 'Dot plot', 'Berlin 3,700, Oslo 700')).toBeVisible()
  await setTheme(page, 'dark')
  // The text is that of the dark scheme.
  await expect(frameOf(page, 'Dot plot').locator('text').first()).toHaveAttribute('fill', /^#[D-F]/i)
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/screens/plug-in-dashboard-dark.png', animations: 'disabled' })
  await setTheme(page, 'light')

  const { public_url } = await adminCall(api.dashboards.share, { params: { slug: String(board.id) } })
  const visitor = await browser.newPage()
  await visitor.goto(public_url)
  await expect(plot(visitor, 'Dot plot', 'Berlin 3,700, Oslo 700')).toBeVisible()
  await expectAccessible(visitor)
  await visitor.screenshot({ path: 'test-results/screens/plug-in-public.png', animations: 'disabled' })
  await visitor.context().close()
})

test('a page of another site shows the chart of a plug-in in an embed (OPEN-496)', async ({ quietPage, product, workshop }) => {
  const query = await workshop.makeRunQuery({ query: CITIES })
  const { id } = await workshop.makeVisualization(query, 'template_dot_plot', 'Embedded', CHOSEN)
  const embed = `${product.url}/embed/query/${query.id}/visualization/${id}?api_key=${query.api_key}`
  const site = await startOtherSite(embed)
  try {
    await quietPage.goto(site.url)
    await expect(plot(quietPage.frameLocator('iframe'), 'Embedded', AS_IN_RESULT)).toBeVisible()
  } finally {
    await site.stop()
  }
})

test('the script of a plug-in reaches neither the page nor the network (OPEN-497)', async ({
  failingPage: page,
  product,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({})
  const { id } = await workshop.makeVisualization(query, 'curious', 'Curious', {})
  await page.goto(`${product.url}/queries/${query.id}#${id}`)
  await expect(frameOf(page, 'Curious').locator('#root')).toHaveText(
    'page was refused, cookies was refused, storage was refused, network was refused, peers was refused, peers of a frame within was refused',
  )
})

test('a script that throws, has nothing to draw with or never answers shows a sentence and can be tried again (OPEN-499)', async ({
  failingPage: page,
  product,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({})
  const ids = new Map<string, number>()
  for (const type of ['broken', 'empty', 'silent']) ids.set(type, (await workshop.makeVisualization(query, type, type, {})).id)
  const openChart = (type: string) => page.goto(`${product.url}/queries/${query.id}#${ids.get(type)}`)
  const failure = page.getByRole('alert')
  await openChart('broken')
  await expect(failure).toContainText('The plug-in could not draw this broken chart.')
  await expect(failure).toContainText('There is no paint left.')
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/screens/plug-in-failure.png', animations: 'disabled' })
  await page.getByRole('tab', { name: 'empty' }).click()
  await expect(failure).toContainText('Its script exports no function draw().')

  await page.clock.install()
  await page.getByRole('tab', { name: 'silent' }).click()
  const waiting = page.getByRole('figure', { name: 'silent' }).getByRole('status', { name: 'Loading...' })
  for (const attempt of ['first', 'second']) {
    await expect(waiting, `the ${attempt} attempt`).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(failure).toContainText('It did not answer within 10 seconds.')
    await page.getByRole('button', { name: 'Try again' }).click()
  }
  await expect(waiting).toBeVisible()
})

test('a drawing that fails when other content waits shows no sentence, and the other content is drawn (OPEN-499)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({})
  const { id } = await workshop.makeVisualization(query, 'outdated', 'Outdated', {})
  await page.goto(`/queries/${query.id}#${id}`)
  const root = frameOf(page, 'Outdated').locator('#root')
  await expect(root).toHaveText('First drawing')
  await setTheme(page, 'dark')
  await root.dispatchEvent('click')
  await expect(root).toHaveText('Drawn again.')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a script that cannot be loaded is loaded with another attempt (OPEN-499)', async ({
  failingPage: page,
  product,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: CITIES })
  const { id } = await workshop.makeVisualization(query, 'template_dot_plot', 'Lost', CHOSEN)
  await page.route('**/api/visualization_scripts/*', (route) => route.abort())
  await page.goto(`${product.url}/queries/${query.id}#${id}`)
  await expect(page.getByRole('alert')).toContainText('Its script could not be loaded.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(plot(page, 'Lost', AS_IN_RESULT)).toBeVisible()
})

test('Tab leads through the frame of a plug-in and out of it (OPEN-502)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({})
  const { id } = await workshop.makeVisualization(query, 'keys', 'Keys', {})
  await page.goto(`/queries/${query.id}#${id}`)
  const frame = frameOf(page, 'Keys')
  await frame.getByRole('button', { name: 'One' }).focus()
  await page.keyboard.press('Tab')
  await expect(frame.getByRole('button', { name: 'Two' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Edit Visualization' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(frame.getByRole('button', { name: 'Two' })).toBeFocused()
})

test('Escape moves the focus from the frame of a plug-in to the page (OPEN-502)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ query: CITIES })
  const { id } = await workshop.makeVisualization(query, 'template_dot_plot', 'Focused', CHOSEN)
  await page.goto(`/queries/${query.id}#${id}`)
  await plot(page, 'Focused', AS_IN_RESULT).click()
  await expect(page.locator('iframe[title="Focused"]')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('figure', { name: 'Focused' })).toBeFocused()
})
