import { button, dialog, makeBoard, stored } from '../boards.ts'
import { expectAccessible } from '../page.ts'
import { expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { refuse } from '../traffic.ts'

test.describe('from a query', () => {
  test('a user adds a visualization to a dashboard found by name (DL-14, DL-15, DL-16)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Added from afar' })
    const board = await makeBoard(adminCall, 'Faraway board')
    const searches: string[] = []
    page.on('request', (sent) => {
      const { pathname, searchParams } = new URL(sent.url())
      if (pathname === '/api/dashboards' && searchParams.has('q')) searches.push(searchParams.get('q') ?? '')
    })
    await page.goto(`/queries/${query.id}/source`)
    await button(page, 'Add to Dashboard').click()
    const adding = dialog(page, 'Add to Dashboard')
    const search = adding.getByRole('textbox')
    await search.fill('fa')
    await expect(adding.getByText('Search starts at 3 characters.')).toBeVisible()
    await refuse(page, /\/api\/dashboards\?/, 'GET')
    await search.fill('fara')
    await expect(adding.getByText('Not today.')).toBeVisible()
    await page.unroute(/\/api\/dashboards\?/)
    await search.fill('far')
    await adding.getByRole('option', { name: /^Faraway board/ }).click()
    expect(searches).toEqual(['fara', 'far'])
    await expectAccessible(page)

    await page.route('**/api/widgets', (route) => route.fulfill({ status: 403, json: { message: 'No.' } }))
    await button(adding, 'Add to Dashboard').click()
    await expectToast(page, 'Widget not added.')
    await page.unroute('**/api/widgets')
    await button(adding, 'Add to Dashboard').click()
    await expectToast(page, 'Widget added to dashboard.')
    await expect(adding).toBeHidden()
    expect((await stored(adminCall, board)).widgets).toMatchObject([{ visualization: { query: { name: 'Added from afar' } } }])
  })

  test('a user adds a visualization to one of the newest dashboards, or to a new one (DL-21)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Added twice' })
    const board = await makeBoard(adminCall, 'Newest of all')
    await page.goto(`/queries/${query.id}/source`)
    await button(page, 'Add to Dashboard').click()
    const adding = dialog(page, 'Add to Dashboard')
    await adding.getByRole('option', { name: /^Newest of all/ }).click()
    await button(adding, 'Add to Dashboard').click()
    await expect(adding).toBeHidden()
    expect((await stored(adminCall, board)).widgets).toHaveLength(1)

    await button(page, 'Add to Dashboard').click()
    await adding.getByRole('textbox').fill('Brand new')
    await expectAccessible(page)
    await button(adding, 'Add to a new dashboard “Brand new”').click()
    await expect(adding).toBeHidden()
    const { widgets } = await stored(adminCall, { id: 0, slug: 'brand-new' })
    expect(widgets).toMatchObject([{ visualization: { query: { name: 'Added twice' } } }])
  })
})
