import { addTable, button, makeBoard, open, pick, widget } from '../boards.ts'
import { alterSession } from '../page.ts'
import { expect, test } from '../queries.ts'
import { watchRequests } from '../traffic.ts'

test.describe('a dashboard', () => {
  test('refreshes all widgets, or one, and says when it is refreshed (DASH-29, WIDGET-33, OPEN-452)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const [one, two] = [await workshop.makeRunQuery({ name: 'One' }), await workshop.makeRunQuery({ name: 'Two' })]
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, one, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await addTable(adminCall, board, two, { col: 3, row: 0, sizeX: 3, sizeY: 8 })
    await open(page, board)
    await expect(page.getByRole('gridcell', { name: '81' })).toHaveCount(2)
    const fresh: string[] = []
    page.on('request', (sent) => {
      const id = /\/api\/queries\/(\d+)\/results$/.exec(sent.url())?.[1]
      if (id && sent.postDataJSON().max_age === 0) fresh.push(id)
    })
    await button(page, 'Refresh').click()
    await expect.poll(() => fresh.toSorted()).toEqual([String(one.id), String(two.id)].toSorted())
    await expect(page.getByRole('timer')).toHaveCount(0)
    await widget(page, 'Two – Table').hover()
    await button(widget(page, 'Two – Table'), 'Refresh widget').click()
    await expect.poll(() => fresh.slice(2)).toEqual([String(two.id)])
    await expect(widget(page, 'Two – Table').getByRole('status').getByText('Two has been refreshed.')).toBeAttached()
    await expect(page.getByText('One has been refreshed.')).toHaveCount(0)
  })

  test('refreshes itself at the interval of its URL, at most every 30 seconds (DASH-19, DASH-20, DASH-33)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Ticking' })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await page.clock.install()
    await open(page, board, '?refresh=5')
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
    const fresh = watchRequests(page, 'POST', /\/results$/)
    await expect(button(page, 'Auto refresh: 30 seconds')).toBeVisible()
    // The installed clock also advances in real time, so leave a margin.
    await page.clock.fastForward(10_000)
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
    expect(fresh).toEqual([])
    await page.clock.fastForward(21_000)
    await expect.poll(() => fresh.length).toBe(1)
    // A widget that is still loading is not refreshed, so retry until it has finished.
    await expect(async () => {
      await page.clock.fastForward(30_000)
      expect(fresh.length).toBeGreaterThan(1)
    }).toPass({ intervals: [200] })
  })

  test('offers intervals of refreshing, and to stop it (DASH-30, DASH-32)', async ({
    adminPage: page,
    adminCall,
    workshop,
  }) => {
    const query = await workshop.makeRunQuery({ name: 'Stopped' })
    const board = await makeBoard(adminCall)
    await addTable(adminCall, board, query, { col: 0, row: 0, sizeX: 3, sizeY: 8 })
    await page.clock.install()
    await open(page, board, '?refresh=30')
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
    const fresh = watchRequests(page, 'POST', /\/results$/)
    await button(page, 'Auto refresh: 30 seconds').click()
    await expect(page.getByRole('menuitem')).toHaveText([
      '1 minute',
      '5 minutes',
      '10 minutes',
      '30 minutes',
      '1 hour',
      '12 hours',
      '1 day',
      'Stop auto refresh',
    ])
    await page.getByRole('menuitem', { name: '5 minutes' }).click()
    await expect(page).toHaveURL(/refresh=300/)
    await pick(page, 'Auto refresh: 5 minutes', 'Stop auto refresh')
    await expect(page).toHaveURL(new RegExp(`/dashboard/${board.slug}$`))
    await expect(button(page, 'Auto refresh')).toBeVisible()
    const before = fresh.length
    await page.clock.fastForward(600_000)
    await expect(page.getByRole('gridcell', { name: '81' })).toBeVisible()
    expect(fresh.length).toBe(before)
  })

  test('offers the refresh intervals of the installation and disables those below its minimum (DASH-30, DASH-31)', async ({
    adminPage: page,
    adminCall,
  }) => {
    await alterSession(page, ({ client_config }) => {
      client_config.dashboardRefreshIntervals = [45, 90, 7200]
      client_config.minRefreshInterval = 90
    })
    const board = await makeBoard(adminCall)
    await open(page, board, '?refresh=45')
    await button(page, 'Auto refresh: 90 seconds').click()
    await expect(page.getByRole('menuitem')).toHaveText(['45 seconds', '90 seconds', '2 hours', 'Stop auto refresh'])
    await expect(page.getByRole('menuitem', { name: '45 seconds' })).toBeDisabled()
    for (const name of ['90 seconds', '2 hours']) await expect(page.getByRole('menuitem', { name })).toBeEnabled()
  })
})
