import type { Locator } from '@playwright/test'
import { stopClock, withoutPermissions } from '../page.ts'
import { expect, schemaTree, test } from '../queries.ts'

test('the query page links to related pages and fills the window (QPAGE-33, QPAGE-43, SHELL-02)', async ({
  adminPage: page,
  workshop,
}) => {
  const query = await workshop.makeRunQuery({ name: 'Ways on' })
  const body = page.locator('body')
  await page.goto('/queries')
  await expect(page.getByRole('heading', { name: 'Queries' })).toBeVisible()
  await expect(body).not.toHaveClass(/fixed-layout/)
  await page.goto(`/queries/${query.id}/source`)
  await expect(body).toHaveClass(/fixed-layout/)
  await expect(page.getByRole('banner')).toBeVisible()

  await page.getByRole('button', { name: 'Download' }).click()
  for (const entry of [/CSV/, /Excel/, /Embed/]) await expect(page.getByRole('menuitem', { name: entry }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  const main = page.getByRole('main')
  const owner = main.getByRole('link', { name: query.user.name }).first()
  await expect(owner).toHaveAttribute('href', `/users/${query.user.id}`)
  await expect(main.getByRole('link', { name: 'Sample data' })).toHaveAttribute('href', `/data_sources/${workshop.sourceId}`)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('menuitem', { name: 'Query' })).toHaveAttribute('href', '/queries/new')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Sightline, home' }).click()
  await expect(page).toHaveURL('/')
  await expect(body).not.toHaveClass(/fixed-layout/)

  await withoutPermissions(page, 'admin', 'list_users')
  await page.goto(`/queries/${query.id}/source`)
  await expect(main.getByText(`${query.user.name} created`)).toBeVisible()
  await expect(owner).toHaveCount(0)
  await expect(main.locator('a[href^="/data_sources/"]')).toHaveCount(0)
})

test('the schema search runs half a second after the last key (EDIT-10)', async ({ adminPage: page }) => {
  await page.clock.install()
  await page.goto('/queries/new')
  const table = (name: RegExp) => schemaTree(page).getByRole('treeitem', { name })
  await expect(table(/^flights/)).toBeVisible()
  await stopClock(page)
  const search = page.getByRole('textbox', { name: 'Search schema' })
  await search.fill('airpor')
  await page.clock.runFor(300)
  await search.fill('airports')
  await page.clock.runFor(450)
  await expect(table(/^flights/)).toBeVisible()
  await page.clock.runFor(100)
  await expect(table(/^flights/)).toBeHidden()
  await expect(table(/^airports/)).toBeVisible()
})

test('the pane sizes are restored, and a double-click on an edge resets them', async ({ adminPage: page }) => {
  const schema = schemaTree(page)
  const edges = page.getByRole('separator')
  const sizes = () => edges.evaluateAll((all) => all.map((edge) => Number(edge.getAttribute('aria-valuenow'))))
  const press = async (edge: Locator, ...keys: string[]) => {
    await edge.focus()
    for (const key of keys) await page.keyboard.press(key)
  }
  const expectKept = async () => {
    const left = await sizes()
    await page.reload()
    await expect(schema).toBeVisible()
    await expect.poll(sizes).toEqual(left)
  }
  await page.goto('/queries/new')
  await expect(schema).toBeVisible()
  await expect.poll(sizes).toEqual([264, 45])
  await press(edges.first(), 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await press(edges.last(), 'ArrowUp', 'ArrowUp')
  await expect.poll(sizes).toEqual([312, 43])
  await expectKept()

  await edges.first().hover()
  const at = await edges.first().boundingBox()
  if (at === null) throw new Error('an edge without a place')
  await page.mouse.down()
  await page.mouse.move(at.x + 51, at.y + 200, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await sizes())[0]).toBeGreaterThan(350)
  await expectKept()

  await edges.first().dblclick()
  await edges.last().dblclick()
  await expect.poll(sizes).toEqual([264, 45])
  await expectKept()
})
