import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { addText, button, makeBoard, open, pick } from '../boards.ts'
import { expectAccessible, setTheme } from '../page.ts'
import { expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'

// Needs its own server because other journeys look for the mark of Sightline.
test.use({ settings: { SIGHTLINE_ORG_NAME: 'Brand office' } })

/** The organization of the sample installation. */
const ORGANIZATION = 'Meridian Air'
const MAGENTA = '#FF00FF'
const logo = (within: Page | Locator) => within.getByRole('img', { name: ORGANIZATION, exact: true })
const header = (page: Page) => page.getByRole('link', { name: /, home$/ })
const isLoaded = (image: Locator) =>
  expect.poll(() => image.evaluate((one) => one instanceof HTMLImageElement && one.naturalWidth)).toBe(120)

/** A magenta PNG of 120 by 40 pixels. */
async function magentaPng(page: Page): Promise<Buffer> {
  const url = await page.evaluate((color) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 40 })
    const context = canvas.getContext('2d')
    if (context) {
      context.fillStyle = color
      context.fillRect(0, 0, canvas.width, canvas.height)
    }
    return canvas.toDataURL('image/png')
  }, MAGENTA)
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

type Color = readonly [red: number, green: number, blue: number]

/** Counts the pixels of a PNG file with about a color. */
const pixelsOf = (page: Page, file: Buffer, color: Color) =>
  page.evaluate(
    async ({ source, color }) => {
      const image = Object.assign(new Image(), { src: source })
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const bytes = context?.getImageData(0, 0, image.width, image.height).data ?? []
      let count = 0
      for (let at = 0; at < bytes.length; at += 4)
        if (color.every((part, index) => Math.abs((bytes[at + index] ?? 0) - part) < 15)) count++
      return count
    },
    { source: `data:image/png;base64,${file.toString('base64')}`, color },
  )
const magentaPixels = (page: Page, file: Buffer) => pixelsOf(page, file, [255, 0, 255])

const exported = async (page: Page, entry: string) => {
  const arriving = page.waitForEvent('download')
  await pick(page, 'Export', entry)
  return readFile(await (await arriving).path())
}

test('an admin uploads a logo, which stands in for the mark everywhere, and removes it (ORG-18)', async ({
  adminPage: page,
  adminCall,
  browser,
  product,
  workshop,
}) => {
  await page.goto('/settings/organization')
  await expect(header(page)).toHaveText('Sightline')
  await expect(button(page, 'Remove Logo')).toHaveCount(0)
  const chooseFile = (name: string, buffer: Buffer) =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer })

  await test.step('other files are refused with a reason', async () => {
    await chooseFile('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await expectToast(page, 'The picture must be a PNG, JPEG or WebP file.')
    await chooseFile('logo.png', Buffer.alloc(1024 * 1024 + 1))
    await expectToast(page, 'The picture must not be larger than 1 MB.')
  })

  await test.step('the logo is in the header at once, and is shown on both themes', async () => {
    await chooseFile('logo.png', await magentaPng(page))
    await expectToast(page, 'Logo saved.')
    await expect(header(page)).toHaveAccessibleName(`${ORGANIZATION}, home`)
    await isLoaded(header(page).locator('img'))
    for (const theme of ['light', 'dark'] as const) {
      await isLoaded(page.getByRole('img', { name: `Logo of ${ORGANIZATION} in the ${theme} theme` }))
      await setTheme(page, theme)
      await expectAccessible(page)
    }
    await setTheme(page, 'light')
  })

  const board = await makeBoard(adminCall, 'Numbers')
  await addText(adminCall, board, 'Some words', { col: 0, row: 0, sizeX: 3, sizeY: 4 })
  await test.step('exported dashboards have it in their head', async () => {
    await open(page, board)
    await expect(page.getByText('Some words')).toBeVisible()
    expect(await magentaPixels(page, await exported(page, 'PNG Image'))).toBeGreaterThan(1000)
    expect((await exported(page, 'PDF Document')).includes('/Subtype /Image')).toBe(true)
    await expect(logo(page.getByRole('main'))).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(logo(page.getByRole('main'))).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('people without an account see it on the sign-in page, public dashboards and embeds', async () => {
    const { public_url } = await adminCall(api.dashboards.share, { params: { slug: String(board.id) } })
    const query = await workshop.makeRunQuery({ name: 'Squares' })
    const visitor = await browser.newPage({ baseURL: product.url })
    const embed = `/embed/query/${query.id}/visualization/${query.visualizations[0]?.id}?api_key=${query.api_key}`
    for (const path of ['/login', '/forgot', '/setup', public_url, embed]) {
      await visitor.goto(path)
      await isLoaded(logo(visitor))
    }
    await visitor.goto(`${embed}&hide_header`)
    await expect(visitor.getByRole('gridcell').first()).toBeVisible()
    await expect(logo(visitor)).toHaveCount(0)
    await visitor.setViewportSize({ width: 390, height: 800 })
    await visitor.goto(public_url)
    await isLoaded(logo(visitor))
    await expectAccessible(visitor)
    await visitor.close()
  })

  await test.step('without it, the mark is back', async () => {
    await page.goto('/settings/organization')
    await button(page, 'Remove Logo').click()
    await expectToast(page, 'Logo removed.')
    await expect(header(page)).toHaveAccessibleName('Sightline, home')
    await expect(button(page, 'Upload Logo')).toBeVisible()
  })
})

test('charts have the colors of the organization, unless they have their own (ORG-19)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const { id } = await workshop.makeRunQuery({
    name: 'Towns',
    query: "select * from (values ('Bern', 3), ('Chur', 2)) t(town, n)",
  })
  const made = { query_id: id, type: 'TREEMAP', name: 'Tiles', options: { levels: ['town'], sizeColumn: 'n' } }
  const tiles = await adminCall(api.visualizations.create, { body: made })
  await page.goto('/settings/organization')
  await page.getByRole('combobox', { name: 'Chart colors' }).click()
  await page.getByRole('option', { name: 'Own colors' }).click()
  const colors = page.getByRole('list', { name: 'Own chart colors' })
  await expect(colors.getByRole('listitem')).toHaveCount(12)
  await colors.getByRole('button', { name: /^Color of series 1:/ }).click()
  await page.getByRole('textbox', { name: 'Custom Color' }).fill('#ffee00')
  await page.keyboard.press('Escape')
  await expect(colors.getByText('Hard to see in the light theme.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove color 2' }).click()
  await expect(colors.getByRole('listitem')).toHaveCount(11)
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expectToast(page, 'Settings changes saved.')
  await page.goto(`/queries/${id}#${tiles.id}`)
  const tile = page.getByRole('button', { name: /^Bern/ })
  await expect(tile).toBeVisible()
  expect(await tile.evaluate((one) => getComputedStyle(one.closest('li') ?? one).backgroundColor)).toBe('rgb(255, 238, 0)')
})

test('pages have the theme of the organization from the start, until someone chooses another (ORG-20)', async ({
  adminPage: page,
  browser,
  product,
}) => {
  await page.goto('/settings/organization')
  await page.getByRole('combobox', { name: 'Default theme' }).click()
  await page.getByRole('option', { name: 'Dark' }).click()
  await expectAccessible(page)
  await button(page, 'Save').click()
  await expectToast(page, 'Settings changes saved.')

  const context = await browser.newContext({ baseURL: product.url, colorScheme: 'light' })
  const visitor = await context.newPage()
  const theme = () => visitor.locator('html').getAttribute('data-mantine-color-scheme')
  // The first paint already has it, before the app has loaded.
  await visitor.route('**/assets/*.js', (route) => route.abort())
  await visitor.goto('/login')
  expect(await theme()).toBe('dark')
  await visitor.unrouteAll()
  await visitor.reload()
  await expect(visitor.getByLabel('Email')).toBeVisible()
  expect(await theme()).toBe('dark')
  await setTheme(visitor, 'light')
  await visitor.reload()
  await expect(visitor.getByLabel('Email')).toBeVisible()
  expect(await theme()).toBe('light')
  await context.close()
})

test('the PNG image of a dashboard has gauges in their colors and no button for tags (OPEN-489)', async ({
  page,
  adminPage,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Load', query: 'select 70 as load' })
  const gauge = { query_id: query.id, type: 'GAUGE', name: 'Dial', options: { valueColumn: 'load', max: 100 } }
  const { id } = await adminCall(api.visualizations.create, { body: gauge })
  const board = await makeBoard(adminCall, 'Dials')
  const place = { col: 0, row: 0, sizeX: 3, sizeY: 8, autoHeight: false }
  await adminCall(api.widgets.create, { body: { dashboard_id: board.id, visualization_id: id, options: { position: place } } })
  await open(adminPage, board)
  const drawn = adminPage.getByRole('region', { name: /Dial/ }).locator('svg path')
  await expect(drawn.first()).toBeVisible()
  // No text of a page is quite black, but shapes without their styles are.
  expect(await pixelsOf(page, await exported(adminPage, 'PNG Image'), [0, 0, 0])).toBeLessThan(100)
  await expect(drawn.first()).not.toHaveAttribute('style', /text-anchor/)
})
