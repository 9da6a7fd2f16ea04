import type { Request } from '@playwright/test'
import { queries } from '@sightline/contract/queries.ts'
import { expectAccessible } from '../page.ts'
import { dialog, expect, test } from '../queries.ts'
import { asGuest, descriptionText, menuItem, openMenu, rename, title } from '../query-page.ts'
import { expectToast } from '../toasts.ts'
import { alterAnswer } from '../traffic.ts'

test.describe('the header of a query page', () => {
  test('lets users who may edit change the title in place (QPAGE-07)', async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({ name: 'Old name' })
    await page.goto(`/queries/${query.id}`)
    await rename(page, 'New name')
    await expectToast(page, 'Query saved')
    await expect(title(page)).toHaveText('New name')
    expect((await adminCall(queries.get, { params: { id: query.id } })).name).toBe('New name')
    await asGuest(page, query, false)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'New name' })).toBeVisible()
    await expect(title(page)).toBeHidden()
  })

  test('keeps a name that is saved while the query is still loading (QPAGE-07)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ name: 'Old name' })
    await page.goto(`/queries/${query.id}/source`)
    await expect(title(page)).toHaveText('Old name')
    const isRenamed = Promise.withResolvers<void>()
    const isLoad = (request: Request) => request.method() === 'GET' && request.url().endsWith(`/api/queries/${query.id}`)
    let loads = 0
    await page.route(`**/api/queries/${query.id}`, async (route) => {
      if (!isLoad(route.request()) || ++loads > 1) return route.fallback()
      await isRenamed.promise
      await route.fulfill({ json: query })
    })
    const isOver = Promise.race([
      page.waitForEvent('requestfailed', isLoad),
      page.waitForEvent('response', (response) => isLoad(response.request())),
    ])
    await page.getByText('Show Data Only').click()
    await expect(page.getByText('Edit Source')).toBeVisible()
    await rename(page, 'New name')
    await expect(title(page)).toHaveText('New name')
    await expectToast(page, 'Query saved')
    isRenamed.resolve()
    await isOver
    await rename(page, 'Newer name')
    await expect.poll(async () => (await adminCall(queries.get, { params: { id: query.id } })).name).toBe('Newer name')
    await expect(title(page)).toHaveText('Newer name')
  })

  test('shows the tags, which the owner can change (QPAGE-08, QPAGE-63, CTRL-10)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const bare = await workshop.makeQuery({})
    await page.goto(`/queries/${bare.id}`)
    await page.getByRole('button', { name: 'Add tag' }).click()
    await expect(dialog(page, 'Add/Edit Tags')).toBeVisible()
    const query = await workshop.makeQuery({ tags: ['squares'] })
    await page.goto(`/queries/${query.id}`)
    const head = page.getByRole('banner').or(page.locator('header'))
    await expect(head.getByText('squares', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Edit tags' }).click()
    const tags = dialog(page, 'Add/Edit Tags')
    await expectAccessible(page)
    await tags.getByRole('combobox', { name: 'Tags' }).fill('numbers')
    await page.keyboard.press('Enter')
    await tags.getByRole('button', { name: 'Save' }).click()
    await expect(tags).toBeHidden()
    await expect(head.getByText('numbers', { exact: true })).toBeVisible()
    await expect
      .poll(async () => (await adminCall(queries.get, { params: { id: query.id } })).tags)
      .toEqual(['squares', 'numbers'])
    await asGuest(page, query, true)
    await page.reload()
    await expect(head.getByText('numbers', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit tags' })).toBeHidden()
  })

  test('publishes a draft and unpublishes it (QPAGE-09, QPAGE-10, QPAGE-11, QPAGE-45)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({})
    const isDraft = async () => (await adminCall(queries.get, { params: { id: query.id } })).is_draft
    await page.goto(`/queries/${query.id}`)
    const publish = page.getByRole('button', { name: 'Publish', exact: true })
    await publish.click()
    await expectToast(page, 'Query saved and published')
    await expect(publish).toBeHidden()
    await expect.poll(isDraft).toBe(false)
    await openMenu(page)
    await menuItem(page, 'Unpublish').click()
    await expect(publish).toBeVisible()
    await expect.poll(isDraft).toBe(true)
    await asGuest(page, query, true)
    await page.reload()
    await expect(title(page)).toBeVisible()
    await expect(publish).toBeHidden()
  })

  test('publishes a draft when it gets a name (QPAGE-22, QPAGE-45)', async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({ name: 'New Query' })
    await page.goto(`/queries/${query.id}/source`)
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeVisible()
    await rename(page, 'Squares of ten')
    await expectToast(page, 'Query saved and published')
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeHidden()
    expect((await adminCall(queries.get, { params: { id: query.id } })).is_draft).toBe(false)
  })

  test('shows the description as Markdown, which users who may edit can change (QPAGE-23)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({ description: 'Squares, **exact** ones' })
    await page.goto(`/queries/${query.id}`)
    await expect(page.locator('strong', { hasText: 'exact' })).toBeVisible()
    await descriptionText(page).click()
    await page.getByRole('textbox', { name: 'Description of the query' }).fill('Now in *italics*')
    await page.keyboard.press('Enter')
    await expect(page.locator('em', { hasText: 'italics' })).toBeVisible()
    await asGuest(page, query, false)
    await page.reload()
    await expect(page.locator('em', { hasText: 'italics' })).toBeVisible()
    await expect(descriptionText(page)).toBeHidden()
  })

  test('shows a long description in full and previews it while it is edited (QPAGE-23)', async ({
    adminPage: page,
    workshop,
  }) => {
    const description = 'What we sell, by week.\n\n- north\n- south\n\n| a | b |\n|---|---|\n| 1 | **two** |'
    const query = await workshop.makeQuery({ description })
    await page.goto(`/queries/${query.id}`)
    const edit = descriptionText(page)
    await edit.click()
    const field = page.getByRole('textbox', { name: 'Description of the query' })
    // The field must be tall enough to show all of its text.
    await expect.poll(() => field.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1)
    const { width = 0, height = 0 } = (await field.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(600)
    const place = await field.evaluate((element) => element.parentElement?.clientHeight ?? 0)
    expect(place).toBeGreaterThan(height)
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.locator('td', { hasText: 'two' })).toBeVisible()
    await field.fill(`${description}\n\n## And more`)
    await expect(preview.getByRole('heading', { name: 'And more' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(preview).toBeHidden()

    await asGuest(page, query, false)
    await page.reload()
    const table = page.getByRole('cell', { name: 'two' })
    await expect(page.getByText('What we sell, by week.')).toBeVisible()
    await expect(table).toBeHidden()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(table).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show less' }).click()
    await expect(table).toBeHidden()
    // A single line that fits needs no "Show more" button.
    await page.route(`**/api/queries/${query.id}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), description: 'Just a line.' } })
    })
    await page.reload()
    await expect(page.getByText('Just a line.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  })

  test('names the owner and last modifier, with pictures and whether they are disabled (QPAGE-24)', async ({
    adminPage: page,
    workshop,
  }) => {
    const query = await workshop.makeQuery({})
    await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({
      ...body,
      user: { ...query.user, id: 77, name: 'Ada Brandt', is_disabled: true },
      last_modified_by: { ...query.user, id: 78, name: 'Noor Haddad' },
    }))
    await page.goto(`/queries/${query.id}`)
    await expect(page.getByText(/Ada Brandt \(disabled\) created just now/)).toBeVisible()
    await expect(page.getByText(/Noor Haddad updated just now/)).toBeVisible()
    await expect(page.getByTitle('Ada Brandt')).toBeVisible()
    await expect(page.getByTitle('Noor Haddad')).toBeVisible()
    await expectAccessible(page)
  })

  test('adds a favorite with the star (QPAGE-62)', async ({ adminPage: page, adminCall, workshop }) => {
    const query = await workshop.makeQuery({ name: 'Star of the show' })
    await page.goto(`/queries/${query.id}`)
    const star = page.getByRole('button', { name: 'Favorite Star of the show' })
    const answered = () => page.waitForResponse((reply) => reply.url().endsWith(`/api/queries/${query.id}/favorite`))
    for (const isFavorite of [true, false]) {
      const reply = answered()
      await star.click()
      await reply
      await expect(star).toHaveAttribute('aria-pressed', String(isFavorite))
      expect((await adminCall(queries.get, { params: { id: query.id } })).is_favorite).toBe(isFavorite)
    }
  })

  test('records a view of the query (QPAGE-66)', async ({ adminPage: page, workshop }) => {
    const query = await workshop.makeQuery({})
    const recorded = page.waitForRequest(
      (request) => request.url().endsWith('/api/events') && /"object_type":"query"/.test(request.postData() ?? ''),
    )
    await page.goto(`/queries/${query.id}`)
    expect((await recorded).postDataJSON()).toContainEqual(
      expect.objectContaining({ action: 'view', object_type: 'query', object_id: query.id }),
    )
  })
})
