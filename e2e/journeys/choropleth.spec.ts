import type { Page } from '@playwright/test'
import { expectAccessible } from '../page.ts'
import { choose, expect, test, type Workshop } from '../queries.ts'
import { watchRequests } from '../traffic.ts'
import { openTab, savedOptions, visualizationEditor } from '../visualization-editor.ts'

const COUNTRIES = "SELECT * FROM (VALUES ('DEU', 10), ('FRA', 20), ('ITA', 30)) t(country, flights)"

const map = (page: Page) => visualizationEditor(page).getByRole('application')
const edit = (page: Page) => page.getByRole('button', { name: 'Edit Visualization' }).click()
const field = (page: Page, name: string) => visualizationEditor(page).getByRole('combobox', { name, exact: true })

async function expectOptions(page: Page, name: string, options: string[]): Promise<void> {
  await field(page, name).click()
  await expect(page.getByRole('option')).toHaveText(options)
  await page.keyboard.press('Escape')
}

/** Opens the editor of a map of flights by country. */
async function editCountries(page: Page, workshop: Workshop): Promise<void> {
  const query = await workshop.makeRunQuery({ query: COUNTRIES })
  const { id } = await workshop.makeVisualization(query, 'CHOROPLETH', 'Flights', {
    countryCodeColumn: 'country',
    valueColumn: 'flights',
    valueFormat: '0,0',
    from: 'elsewhere',
  })
  await page.goto(`/queries/${query.id}#${id}`)
  await edit(page)
}

test('a map colors countries by shapes that are loaded once, from no other host (CHORO-01, CHORO-15, OPEN-18)', async ({
  adminPage: page,
  workshop,
}) => {
  let asked = 0
  const hosts = new Set<string>()
  page.on('request', (request) => {
    const { pathname, host, protocol } = new URL(request.url())
    if (pathname === '/static/maps/countries.geo.json') asked++
    if (protocol.startsWith('http')) hosts.add(host)
  })
  await editCountries(page, workshop)
  await expect(map(page)).toHaveAccessibleName(/^Flights\. Map of flights by region: Italy 30, France 20, Germany 10\./)
  await expect(map(page).locator('path.leaflet-interactive').first()).toBeVisible()
  await expect(visualizationEditor(page).getByRole('list', { name: 'Legend' }).getByRole('listitem')).toHaveCount(3)
  expect(asked).toBe(1)
  expect([...hosts]).toEqual([new URL(page.url()).host])
})

test('the keyboard goes from region to region of a map, and to the rows behind one (OPEN-483, OPEN-484)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ query: COUNTRIES })
  const options = { countryCodeColumn: 'country', valueColumn: 'flights', valueFormat: '0,0' }
  const { id } = await workshop.makeVisualization(query, 'CHOROPLETH', 'Flights', options)
  await page.goto(`/queries/${query.id}#${id}`)
  const regions = page.getByRole('slider', { name: 'Regions of the map Flights' })
  await regions.focus()
  await expect(regions).toHaveAttribute('aria-valuetext', 'Italy 30, 1 of 3')
  await regions.press('ArrowRight')
  await expect(regions).toHaveAttribute('aria-valuetext', 'France 20, 2 of 3')
  await expect(page.locator('.leaflet-tooltip')).toHaveText('France: 20')
  await expectAccessible(page)
  for (const key of ['Enter', 'ContextMenu']) {
    await regions.press(key)
    const card = page.getByRole('dialog', { name: 'Rows where country is FRA' })
    await expect(card.getByText('1 of 3 rows')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(card).toHaveCount(0)
  }
})

test('a map has 3 to 11 color steps, a clustering mode and a color of regions without a value (CHORO-11, CHORO-12, CHORO-13)', async ({
  adminPage: page,
  workshop,
}) => {
  await editCountries(page, workshop)
  await openTab(page, 'Colors')
  const steps = visualizationEditor(page).getByRole('textbox', { name: 'Steps' })
  for (const [typed, taken] of [
    ['10', '10'],
    ['11', '11'],
    ['12', '11'],
    ['2', '3'],
    ['x4', '4'],
  ] as const) {
    await steps.fill('')
    await steps.pressSequentially(typed)
    await steps.blur()
    await expect(steps).toHaveValue(taken)
  }
  await choose(page, 'Clustering Mode', 'quantile')
  await visualizationEditor(page).getByRole('button', { name: 'Color of No Value Color' }).click()
  await page.getByRole('button', { name: 'Slate', exact: true }).click()
  await page.keyboard.press('Escape')
  expect(await savedOptions(page)).toMatchObject({ steps: 4, clusteringMode: 'q', colors: { noValue: '#5E7A98' } })
})

test('a map has a tooltip, a popup and a legend, and keeps options that it does not know (CHORO-07, CHORO-08, CHORO-09)', async ({
  adminPage: page,
  workshop,
}) => {
  await editCountries(page, workshop)
  await openTab(page, 'Format')
  await visualizationEditor(page).getByRole('switch', { name: 'Show Tooltip' }).click()
  const template = '<i>{{ @@iso_a2 }}</i><script>alert(1)</script>'
  await visualizationEditor(page).getByRole('textbox', { name: 'Popup Template' }).fill(template)
  await choose(page, 'Legend Position', 'Top right')
  await expectAccessible(page)
  expect(await savedOptions(page)).toMatchObject({
    from: 'elsewhere',
    tooltip: { enabled: false },
    popup: { enabled: true, template },
    legend: { position: 'top-right' },
  })
})

test('moving a map in the editor sets its first view, and moving it outside the editor saves nothing (CHORO-14)', async ({
  adminPage: page,
  workshop,
}) => {
  const saves = watchRequests(page, 'POST', /\/api\/visualizations\/\d+$/)
  await editCountries(page, workshop)
  await openTab(page, 'Bounds')
  const north = visualizationEditor(page).getByRole('textbox', { name: 'North latitude' })
  await expect(north).toHaveValue('')
  await visualizationEditor(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect(north).not.toHaveValue('')
  await openTab(page, 'General')
  const corner = [expect.any(Number), expect.any(Number)]
  expect(await savedOptions(page)).toMatchObject({ bounds: [corner, corner] })
  await expect(visualizationEditor(page)).toBeHidden()
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(page.getByRole('list', { name: 'Legend' })).toBeVisible()
  expect(saves).toHaveLength(1)
})

test('each map has its own key types, an unknown map falls back to countries, and ISO codes match in any case (OPEN-16, OPEN-17)', async ({
  adminPage: page,
  workshop,
}) => {
  // Two of three values match no key type, so the best one is a guess.
  const query = await workshop.makeRunQuery({
    query: "SELECT * FROM (VALUES ('deu', 10), ('Narnia', 20), ('Oz', 30)) t(country, flights)",
  })
  const { id } = await workshop.makeVisualization(query, 'CHOROPLETH', 'Flights', {
    mapType: 'mars',
    countryCodeColumn: 'country',
    valueColumn: 'flights',
    valueFormat: '0,0',
  })
  await page.goto(`/queries/${query.id}#${id}`)
  await expect(page.getByRole('application', { name: /^Flights\. Map of flights by region: Germany 10\./ })).toBeVisible()
  await edit(page)
  await expect(field(page, 'Map')).toHaveValue('Countries')
  await expectOptions(page, 'Map', ['Countries', 'USA', 'Japan/Prefectures'])
  for (const [name, types] of [
    [
      'Countries',
      ['Short name', 'Full name', 'Abbreviated name', 'ISO code (2 letters)', 'ISO code (3 letters)', 'ISO code (3 digits)'],
    ],
    ['USA', ['Name', 'USPS abbreviation', 'FIPS code', 'Geographic ID', 'National Standard ANSI code']],
    ['Japan/Prefectures', ['Name', 'Name (local)', 'ISO 3166-2 code', 'Postal abbreviation', 'Region']],
  ] as const) {
    await choose(page, 'Map', name)
    await expectOptions(page, 'Key Type', ['Detect from the values', ...types])
  }
  expect(await savedOptions(page)).toMatchObject({ mapType: 'subdiv_japan' })
})

test('a map names the keys that are not on it, and leads to the choice of what the column holds (CHORO-17, CHORO-18)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({
    query: "SELECT * FROM (VALUES ('CA', 30), ('TX', 20), ('AK', 10), ('PR', 5)) t(state, flights)",
  })
  const { id } = await workshop.makeVisualization(query, 'CHOROPLETH', 'Flights', {
    mapType: 'usa',
    insets: true,
    countryCodeColumn: 'state',
    valueColumn: 'flights',
    valueFormat: '0,0',
  })
  await page.goto(`/queries/${query.id}#${id}`)
  await expect(page.getByRole('application', { name: /California 30, Texas 20, Alaska 10\./ })).toBeVisible()
  await expect(page.getByText('Not on this map: “PR”. The others are read as “USPS abbreviation”.')).toBeVisible()
  await page.getByRole('button', { name: 'Choose Key Type' }).click()
  await choose(page, 'Key Type', 'USPS abbreviation')
  await expect(
    visualizationEditor(page).getByRole('switch', { name: 'Alaska and Hawaii below the other states' }),
  ).toBeChecked()
  expect(await savedOptions(page)).toMatchObject({ countryCodeType: 'usps_abbrev', insets: true })
  await expect(page.getByText(/Not on this map: “PR”\.(?! The)/)).toBeVisible()
})

test('Escape closes the popup of a region that was clicked (OPEN-666)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeRunQuery({ query: COUNTRIES })
  const { id } = await workshop.makeVisualization(query, 'CHOROPLETH', 'Flights', {
    countryCodeColumn: 'country',
    valueColumn: 'flights',
  })
  await page.goto(`/queries/${query.id}#${id}`)
  const regions = page.locator('path.leaflet-interactive')
  await expect(regions.first()).toBeVisible()
  // Somewhere inside of a region: the middle of some is outside of them.
  const place = await regions.evaluateAll((paths) => {
    const middles = paths.map((path) => {
      const { x, y, width, height } = path.getBoundingClientRect()
      return {
        x: x + width / 2,
        y: y + height / 2,
        isInside: document.elementFromPoint(x + width / 2, y + height / 2) === path,
      }
    })
    return middles.find(({ isInside }) => isInside)
  })
  if (place === undefined) throw new Error('No region is in sight.')
  await page.mouse.click(place.x, place.y)
  const popup = page.locator('.leaflet-popup-content')
  await expect(popup).toBeVisible()
  await expect(page.getByRole('application')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popup).toHaveCount(0)
})
