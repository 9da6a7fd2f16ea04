import { api } from '@sightline/contract/api.ts'
import { addTable, button, dialog, heading, makeBoard, open, stored } from '../boards.ts'
import { alterSession, expectAccessible } from '../page.ts'
import { expect, test } from '../queries.ts'
import { openSharing, publicSwitch, share } from '../sharing.ts'
import { expectToast } from '../toasts.ts'
import { holdAnswer } from '../traffic.ts'

const WIDE = { col: 0, row: 0, sizeX: 6, sizeY: 5 }
const TEXT_PARAMETERS =
  'For your security, sharing is currently not supported for dashboards containing queries with text parameters. Consider changing the text parameters in your query to a different type.'
const TEXT = { name: 'name', type: 'text', value: 'x' }

test.describe('the share dialog', () => {
  test('turns on public access and shows the public URL (SHARE-01, SHARE-03, SHARE-05, DASH-35)', async ({
    adminPage: page,
    adminCall,
  }) => {
    const board = await makeBoard(adminCall)
    const sharing = await holdAnswer(page, '**/api/dashboards/*/share')
    await openSharing(page, board)
    await expect(publicSwitch(page)).not.toBeChecked()
    await expect(page.getByLabel('Public URL')).toHaveCount(0)
    const sent = page.waitForRequest((request) => request.url().endsWith(`/api/dashboards/${board.id}/share`))
    await publicSwitch(page).click()
    expect((await sent).method()).toBe('POST')
    await expect(page.getByRole('status', { name: 'Saving...' })).toBeVisible()
    await expect(publicSwitch(page)).toBeDisabled()
    sharing.release()
    await expect(publicSwitch(page)).toBeChecked()
    await expect(page.getByRole('status', { name: 'Saving...' })).toHaveCount(0)
    const { public_url } = await stored(adminCall, board)
    expect(public_url).toMatch(/\/public\/dashboards\/\w{40}$/)
    await expect(page.getByLabel('Public URL')).toHaveValue(public_url ?? '')
    await expectAccessible(page)
    await page.screenshot({ path: 'test-results/screens/share-dialog.png', animations: 'disabled' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main').getByText('Shared', { exact: true })).toBeVisible()
  })

  test('turns off public access and hides the public URL (SHARE-04)', async ({ adminPage: page, adminCall }) => {
    const board = await makeBoard(adminCall)
    await share(adminCall, board)
    await openSharing(page, board)
    await expect(publicSwitch(page)).toBeChecked()
    const sent = page.waitForRequest((request) => request.url().endsWith(`/api/dashboards/${board.id}/share`))
    await publicSwitch(page).click()
    expect((await sent).method()).toBe('DELETE')
    await expect(publicSwitch(page)).not.toBeChecked()
    await expect(page.getByLabel('Public URL')).toHaveCount(0)
    await expect.poll(() => stored(adminCall, board)).not.toHaveProperty('public_url')
  })

  test('shows an error on failure and keeps the switch unchanged (SHARE-06, SHARE-07)', async ({
    failingPage: page,
    adminCall,
    product,
  }) => {
    const board = await makeBoard(adminCall)
    await page.route('**/api/dashboards/*/share', (route) =>
      route.fulfill({ status: 500, json: { message: 'Internal Server Error' } }),
    )
    await page.goto(`${product.url}/dashboard/${board.slug}`)
    await button(page, 'Share').click()
    await publicSwitch(page).click()
    await expectToast(page, 'Failed to turn on sharing for this dashboard')
    await expect(publicSwitch(page)).not.toBeChecked()

    await share(adminCall, board)
    await page.reload()
    await button(page, 'Share').click()
    await publicSwitch(page).click()
    await expectToast(page, 'Failed to turn off sharing for this dashboard')
    await expect(publicSwitch(page)).toBeChecked()
  })

  test('is disabled for dashboards with text parameters, except for turning sharing off (SHARE-08, SHARE-09, OPEN-106)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const board = await makeBoard(adminCall)
    const unsafe = await workshop.makeQuery({ query: "SELECT '{{ name }}' AS name", options: { parameters: [TEXT] } })
    await addTable(adminCall, board, unsafe, WIDE)
    await openSharing(page, board)
    await expect(dialog(page, 'Share Dashboard').getByText(TEXT_PARAMETERS, { exact: true })).toBeVisible()
    await expect(publicSwitch(page)).toBeDisabled()

    const other = await makeBoard(adminCall)
    const address = await share(adminCall, other)
    await addTable(adminCall, other, unsafe, WIDE)
    await openSharing(page, other)
    await expect(publicSwitch(page)).toBeEnabled()
    await page.goto(address)
    await expect(page.getByText('This query contains potentially unsafe parameters', { exact: false })).toBeVisible()
  })

  test('leads to a query that has to be changed before its text can be passed as a value (OPEN-514)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({
      name: 'Tables',
      query: 'SELECT count(*) FROM {{ name }}',
      options: { parameters: [TEXT] },
    })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, WIDE)
    await openSharing(page, board)
    await expect(page.getByRole('switch', { name: 'Pass Name of Tables as a value' })).toBeDisabled()
    await expect(dialog(page, 'Share Dashboard').getByText('The query expects no value here', { exact: false })).toBeVisible()
    await expectAccessible(page)
    await dialog(page, 'Share Dashboard').getByRole('link', { name: 'Open the query' }).click()
    await expect(page).toHaveURL(new RegExp(`/queries/${query.id}/source`))
  })

  test('runs the widgets of a query again once its text is passed as a value (OPEN-771)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const parameters = [{ ...TEXT, value: "O'Hare" }]
    const query = await workshop.makeQuery({
      name: 'Airports',
      query: 'SELECT {{ name }} AS name',
      options: { parameters },
    })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, WIDE)
    await openSharing(page, board)
    await expect(page.getByText(/unterminated quoted string/)).toBeVisible()
    await page.getByRole('switch', { name: 'Pass Name of Airports as a value' }).click()
    await expect(page.getByText(/unterminated quoted string/)).toHaveCount(0)
    await expect(page.getByRole('gridcell', { name: "O'Hare", includeHidden: true })).toBeVisible()
    await expect(dialog(page, 'Share Dashboard').getByText(/^Nobody can empty it/)).toBeVisible()
  })

  test('saves nothing if another user has changed the query meanwhile, and then shows that version (OPEN-514)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeQuery({
      name: 'Towns',
      query: 'SELECT {{ name }} AS name',
      options: { parameters: [TEXT] },
    })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, WIDE)
    await openSharing(page, board)
    const passes = page.getByRole('switch', { name: 'Pass Name of Towns as a value' })
    await expect(passes).toBeEnabled()
    const theirs = { query: 'SELECT {{ name }} AS town', version: query.version }
    await adminCall(api.queries.update, { params: { id: query.id }, body: theirs })
    await passes.click()
    await expectToast(page, 'The query has been modified by another user. Please try again.')
    await expect(passes).not.toBeChecked()
    await passes.click()
    await expect(publicSwitch(page)).toBeEnabled()
    const saved = await adminCall(api.queries.get, { params: { id: query.id } })
    expect([saved.query, saved.is_safe]).toEqual([theirs.query, true])
  })

  test('shows other users the public URL and a disabled switch (OPEN-105, DASH-36)', async ({ adminPage: page, adminCall }) => {
    await alterSession(page, ({ user }) => {
      user.id = 999_999
      user.permissions = user.permissions.filter((name) => name !== 'admin')
    })
    await page.route('**/api/dashboards/board-*', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), can_edit: false } })
    })
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(heading(page)).toBeVisible()
    await expect(button(page, 'Share')).toHaveCount(0)
    const address = await share(adminCall, board)
    await openSharing(page, board)
    await expect(publicSwitch(page)).toBeDisabled()
    await expect(page.getByLabel('Public URL')).toHaveValue(address)
  })

  test('shows who can add to a public dashboard, and only those users can add', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    // Drafts are not offered, so publish the query.
    const { id } = await workshop.makeQuery({ name: 'Answers' })
    await adminCall(api.queries.update, { params: { id }, body: { is_draft: false } })
    const board = await makeBoard(adminCall)
    await share(adminCall, board)
    const adding = dialog(page, 'Add Widget')
    const openAdding = async () => {
      await open(page, board, '?edit=true')
      await button(page, 'Add Widget').first().click()
    }
    await openAdding()
    await expect(adding.getByText('Anyone with its URL will see what you add.')).toBeVisible()
    await expectAccessible(page)
    await alterSession(page, ({ user }) => {
      user.id = 999_999
      user.permissions = user.permissions.filter((name) => name !== 'admin')
    })
    await openAdding()
    await expect(adding.getByText('Only its owner and admins can add visualizations to it.')).toBeVisible()
    await adding.getByRole('listbox', { name: 'Queries' }).getByRole('option').first().click()
    await expect(adding.getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expect(button(adding, 'Add to Dashboard')).toBeDisabled()
  })

  test('is hidden if the installation does not allow sharing (SHARE-02, OPEN-122)', async ({ adminPage: page, adminCall }) => {
    await alterSession(page, ({ client_config }) => {
      client_config.disablePublicUrls = true
    })
    const board = await makeBoard(adminCall)
    await open(page, board)
    await expect(button(page, 'Fullscreen')).toBeVisible()
    await expect(button(page, 'Share')).toHaveCount(0)
  })
})
