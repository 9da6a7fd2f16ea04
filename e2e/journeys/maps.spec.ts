import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { middleLine, openDayChart } from '../day-chart.ts'
import { expectAccessible } from '../page.ts'
import { PEERS_WITHIN } from '../plug-in-folder.ts'
import { choose, expect, test } from '../queries.ts'
import { openTab, savedOptions, visualizationEditor } from '../visualization-editor.ts'

const TILES = 'https://tiles.example.com/{z}/{x}/{y}.png'
const LAYERS = [
  { name: 'Ours', url: TILES, attribution: '© Meridian Air' },
  { name: 'Other', url: 'https://other.example.com/{z}/{x}/{y}.png', attribution: '© Others' },
]
test.use({ settings: { SIGHTLINE_MAP_TILES: JSON.stringify(LAYERS), SIGHTLINE_CUSTOM_CHARTS: '1' } })

const CITIES =
  "SELECT * FROM (VALUES ('Berlin', 52.5, 13.4, 'Capital'), ('Hamburg', 53.6, 10.0, 'Port'), ('Nowhere', NULL, 1.0, 'Port')) t(city, lat, lon, kind)"
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const map = (page: Page) => visualizationEditor(page).getByRole('application')
const edit = (page: Page) => page.getByRole('button', { name: 'Edit Visualization' }).click()
test('a marker uses its stored shape, icon and colors once its style is overridden (MARKER-06)', async ({
  adminPage: page,
  workshop,
}) => {
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }))
  const query = await workshop.makeRunQuery({ query: CITIES })
  const style = { foregroundColor: '#5E7A98', backgroundColor: '#7D4BAB', borderColor: '#E37611', clusterMarkers: false }
  const { id } = await workshop.makeVisualization(query, 'MAP', 'Planes', {
    ...style,
    customizeMarkers: true,
    iconShape: 'rectangle',
    iconFont: 'plane',
  })
  await workshop.makeVisualization(query, 'MAP', 'Stars', { ...style, customizeMarkers: true, iconFont: 'star' })
  await workshop.makeVisualization(query, 'MAP', 'Usual', {
    ...style,
    customizeMarkers: false,
    iconShape: 'rectangle',
    iconFont: 'plane',
  })
  await page.goto(`/queries/${query.id}#${id}`)
  const drawn = async (name: string) => {
    await page.getByRole('tab', { name }).click()
    const marker = page.getByRole('application', { name: new RegExp(`^${name}`) }).getByRole('button', { name: 'Berlin' })
    await expect(marker).toBeVisible()
    const body = marker.locator('svg > g')
    const icon = marker.locator('svg > path')
    return {
      shape: await body.locator('> *').evaluate(({ tagName }) => tagName),
      colors: [await body.getAttribute('fill'), await body.getAttribute('stroke')],
      icon: (await icon.count()) === 0 ? null : [await icon.getAttribute('fill'), await icon.getAttribute('d')],
    }
  }
  const planes = await drawn('Planes')
  const colors = ['#7D4BAB', '#E37611']
  expect(planes).toEqual({ shape: 'rect', colors, icon: ['#5E7A98', expect.any(String)] })
  // The default shape is a marker, and each icon looks different.
  const stars = await drawn('Stars')
  expect(stars).toEqual({ shape: 'path', colors, icon: ['#5E7A98', expect.any(String)] })
  expect(stars.icon?.[1]).not.toBe(planes.icon?.[1])
  const usual = await drawn('Usual')
  expect(usual).toMatchObject({ shape: 'circle', icon: null })
  for (const color of colors) expect(usual.colors).not.toContain(color)
})

test('markers are drawn on the tiles of this installation, in clusters, with popups (MARKER-01, MARKER-03, MARKER-05, MARKER-06)', async ({
  adminPage: page,
  workshop,
}) => {
  const hosts = new Set<string>()
  await page.route(/^https:/, (route) => {
    hosts.add(new URL(route.request().url()).hostname)
    return route.fulfill({ contentType: 'image/png', body: PIXEL })
  })
  const query = await workshop.makeRunQuery({ query: CITIES })
  const { id } = await workshop.makeVisualization(query, 'MAP', 'Cities', { clusterMarkers: false, heat: 'kept' })
  await page.goto(`/queries/${query.id}#${id}`)
  await edit(page)
  await expect(map(page)).toHaveAccessibleName('Cities. Map with 2 markers.')
  await expect(map(page).getByText('© Meridian Air')).toBeVisible()
  await map(page).getByRole('button', { name: 'Berlin' }).click()
  await expect(map(page).getByText('kind: Capital')).toBeVisible()
  await expect(visualizationEditor(page).getByText('1 without a place')).toBeVisible()

  await choose(page, 'Group By', 'kind')
  await expect(visualizationEditor(page).getByRole('list', { name: 'Groups' }).getByRole('listitem')).toHaveText([
    'Capital1',
    'Port1',
  ])
  await openTab(page, 'Groups')
  await visualizationEditor(page).getByRole('button', { name: 'Color of Port' }).click()
  await page.getByRole('button', { name: 'Orange', exact: true }).click()
  await page.keyboard.press('Escape')
  await openTab(page, 'Style')
  await visualizationEditor(page).getByRole('combobox', { name: 'Map Tiles' }).click()
  await expect(page.getByRole('option')).toHaveText(['Ours', 'Other', 'Custom URL'])
  await page.getByRole('option', { name: 'Other' }).click()
  await expect(map(page).getByText('© Others')).toBeVisible()
  await visualizationEditor(page).getByRole('switch', { name: 'Override default style' }).click()
  await choose(page, 'Shape', 'Square + Icon')
  await choose(page, 'Icon', 'plane')
  for (const [part, color] of [
    ['Icon Color', 'Slate'],
    ['Background Color', 'Purple'],
    ['Border Color', 'Orange'],
  ] as const) {
    await visualizationEditor(page)
      .getByRole('button', { name: `Color of ${part}` })
      .click()
    await page.getByRole('button', { name: color, exact: true }).click()
    await page.keyboard.press('Escape')
  }
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({
    heat: 'kept',
    classify: 'kind',
    groups: { Port: { color: '#E37611' } },
    mapTileUrl: LAYERS[1]?.url,
    customizeMarkers: true,
    iconShape: 'rectangle',
    iconFont: 'plane',
    foregroundColor: '#5E7A98',
    backgroundColor: '#7D4BAB',
    borderColor: '#E37611',
  })
  expect([...hosts].sort()).toEqual(['other.example.com', 'tiles.example.com'])
})

test('a map without tiles still works and shows a notice', async ({ product, failingPage: page, workshop }) => {
  await page.route(/^https:/, (route) => route.abort())
  const query = await workshop.makeRunQuery({ query: CITIES })
  const { id } = await workshop.makeVisualization(query, 'MAP', 'Cities', { clusterMarkers: false })
  await page.goto(`${product.url}/queries/${query.id}#${id}`)
  await expect(page.getByText("Map tiles couldn't be loaded from tiles.example.com.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Berlin' })).toBeVisible()
})

test('custom code draws a chart, cannot reach anything outside, and shows its errors (CHART-37, CHART-39, CHART-40, OPEN-63)', async ({
  product,
  failingPage: page,
  workshop,
}) => {
  const logs: string[] = []
  page.on('console', (message) => logs.push(message.text()))
  const query = await workshop.makeRunQuery({})
  const probing = `
    ${PEERS_WITHIN}
    const tries = {
      page: () => parent.document.title,
      cookies: () => document.cookie,
      storage: () => localStorage.length,
      peers: () => new RTCPeerConnection(),
    }
    for (const [name, read] of Object.entries(tries)) {
      try { console.log(name + ' was read: ' + read()) } catch { console.log(name + ' was refused') }
    }
    fetch('/api/session').then(() => console.log('network was reached'), () => console.log('network was refused'))
    peersWithin(element).then(() => console.log('frame was reached'), () => console.log('frame was refused'))
    Plotly.newPlot(element, [{ x, y: ys.squared }])
    element.append(Object.assign(document.createElement('b'), { textContent: 'drawn ' + x.length + ' ' + ys.squared[9] }))`
  const { id } = await workshop.makeVisualization(query, 'CHART', 'Own', {
    globalSeriesType: 'custom',
    columnMapping: { n: 'x', squared: 'y' },
    customCode: probing,
    enableConsoleLogs: true,
  })
  await page.goto(`${product.url}/queries/${query.id}#${id}`)
  await expect(page.frameLocator('iframe[title="Own"]').getByText('drawn 10 81')).toBeVisible()
  await expect
    .poll(() => logs)
    .toEqual(
      expect.arrayContaining(['page', 'cookies', 'storage', 'peers', 'network', 'frame'].map((name) => `${name} was refused`)),
    )
  expect(logs.filter((text) => / was (read|reached)/.test(text))).toEqual([])

  await edit(page)
  await expect(visualizationEditor(page).getByRole('combobox', { name: 'Visualization Type' })).toHaveText('Custom')
  await visualizationEditor(page).getByRole('textbox', { name: 'Custom Code' }).fill("throw new Error('The code is wrong.')")
  await expect(visualizationEditor(page).getByRole('alert')).toContainText('The code is wrong.')
  await expect(visualizationEditor(page).getByRole('button', { name: /^Save/ })).toBeEnabled()

  // An embed never runs custom code, even for a signed-in user.
  await page.goto(`${product.url}/embed/query/${query.id}/visualization/${id}?api_key=${query.api_key}`)
  await expect(page.getByText('This chart needs custom code, which is turned off.')).toBeVisible()
})

test('a user saves a chart as an image, zooms into a part of its time range and resets the zoom', async ({
  adminPage: page,
  workshop,
}) => {
  const chart = await openDayChart(page, workshop)
  for (const type of ['SVG', 'PNG']) {
    if (type === 'SVG') await page.getByRole('button', { name: 'Tools of the chart Days' }).click()
    else {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Image' }).press('ArrowRight')
    }
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: `Save as ${type}` }).click()
    const download = await coming
    expect(download.suggestedFilename()).toBe(`Days.${type.toLowerCase()}`)
    const content = await readFile(await download.path())
    expect(content.toString('latin1')).toMatch(type === 'SVG' ? /^<svg[\s\S]*>Days</ : /^\x89PNG/)
  }
  const at = await middleLine(chart)
  await page.mouse.move(at(0.4).x, at(0.4).y)
  await page.mouse.down()
  await page.mouse.move(at(0.6).x, at(0.6).y, { steps: 5 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Reset zoom' }).click()
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeHidden()
})

test('a marker popup shows the values of its row unless a template is set, and no script runs in either (MARKER-08, OPEN-60, VIZ-22)', async ({
  product,
  failingPage: page,
  workshop,
}) => {
  // The browser logs each event handler that it blocked, so a clean console cannot be required here.
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }))
  const hostile = `<b>bold</b><img src="x" onerror="window.ran = true"><script>window.ran = true</script>`
  const query = await workshop.makeRunQuery({
    query: `SELECT 'Berlin' AS city, 52.5 AS lat, 13.4 AS lon, '${hostile.replaceAll("'", "''")}' AS note`,
  })
  const { id } = await workshop.makeVisualization(query, 'MAP', 'Cities', { clusterMarkers: false })
  await page.goto(`${product.url}/queries/${query.id}#${id}`)
  const marker = page.getByRole('button', { name: 'Berlin' })
  await marker.hover()
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(0)
  await marker.click()
  const popup = page.locator('.leaflet-popup-content')
  await expect(popup).toContainText('city: Berlin')
  await expect(popup).toContainText('lat: 52.5')
  await expect(popup).toContainText(`note: ${hostile}`)

  await edit(page)
  await openTab(page, 'Format')
  await expect(visualizationEditor(page).getByRole('switch', { name: 'Show Tooltip' })).not.toBeChecked()
  await visualizationEditor(page).getByRole('switch', { name: 'Show Tooltip' }).click()
  const template = `<i>{{ city }}</i> <img src="x" onerror="window.ran = true"><script>window.ran = true</script> {{ note }}`
  for (const name of ['Popup Template', 'Tooltip Template'])
    await visualizationEditor(page).getByRole('textbox', { name }).fill(template)
  await savedOptions(page)
  await marker.hover()
  const tooltip = page.locator('.leaflet-tooltip')
  await expect(tooltip.locator('i')).toHaveText('Berlin')
  await marker.click()
  await expect(popup.locator('i')).toHaveText('Berlin')
  await expect(popup).not.toContainText('lat:')
  for (const place of [tooltip, popup]) await expect(place.locator('script, [onerror]')).toHaveCount(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})
