import type { Page } from '@playwright/test'
import { type Query, queries, type Schedule } from '@sightline/contract/queries.ts'
import { settings } from '@sightline/contract/settings.ts'
import { type AdminCall, expectAccessible, setTheme, withoutPermissions } from '../page.ts'
import { choose, expect, test } from '../queries.ts'
import { expectToast } from '../toasts.ts'
import { alterAnswer } from '../traffic.ts'

test.use({
  settings: { SIGHTLINE_QUERY_REFRESH_INTERVALS: '10,29,60,3600,43200,86400,604800,1209600' },
  // Five hours behind UTC all year, so that the times in UTC do not depend on the day of the test.
  timezoneId: 'America/Bogota',
})

// Every reader has the time zone of the browser.
test.beforeEach(async ({ adminCall }) => {
  await adminCall(settings.save, { body: { time_zone: 'browser' } })
})

const link = (page: Page) => page.getByRole('button', { name: /^Refresh schedule:/ })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Refresh Schedule' })
const interval = (page: Page) => dialog(page).getByRole('combobox', { name: 'Refresh every' })
const hour = (page: Page) => dialog(page).getByLabel('Hour')
const minute = (page: Page) => dialog(page).getByLabel('Minute')
const weekday = (page: Page, name: string) => dialog(page).getByRole('radio', { name, exact: true })
const until = (page: Page) => dialog(page).getByRole('textbox', { name: 'Until' })
const nextRuns = (page: Page) => dialog(page).getByRole('list', { name: 'Next runs' }).getByRole('listitem')
const press = (page: Page, name: 'Save' | 'Cancel') => dialog(page).getByRole('button', { name, exact: true }).click()
const storedOf = async (call: AdminCall, { id }: Query) => (await call(queries.get, { params: { id } })).schedule
const weekly: Schedule = { interval: 604800, time: '07:00', day_of_week: 'Monday', until: null }

async function open(page: Page, { id }: Query): Promise<void> {
  await page.goto(`/queries/${id}`)
  await link(page).click()
  await expect(dialog(page)).toBeVisible()
}

test('the dialog opens from the schedule, Save stores and Cancel discards (SCHED-01, SCHED-17, QPAGE-25)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeQuery({})
  await page.goto(`/queries/${query.id}/source`)
  await expect(link(page)).toHaveText('Refresh schedule: Never')
  await link(page).focus()
  await page.keyboard.press('Enter')
  await expect(interval(page)).toHaveValue('Never')
  await expect(dialog(page).getByText('The query runs only when someone executes it.')).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'Refresh every', '1 hour')
  await expect(nextRuns(page)).toHaveCount(3)
  await expect(nextRuns(page).first()).toHaveText('Within half a minute of saving')
  await press(page, 'Cancel')
  await expect(dialog(page)).toBeHidden()
  expect(await storedOf(adminCall, query)).toBeNull()

  await link(page).click()
  await expect(interval(page)).toHaveValue('Never')
  await choose(page, 'Refresh every', '12 hours')
  await press(page, 'Save')
  await expectToast(page, 'Query saved')
  await expect(dialog(page)).toBeHidden()
  await expect(link(page)).toHaveText('Refresh schedule: Every 12 hours')
  expect(await storedOf(adminCall, query)).toEqual({ interval: 43200, time: null, day_of_week: null, until: null })

  await link(page).click()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(link(page)).toBeFocused()
})

test('the intervals are those configured, none below 30 seconds (SCHED-04, SCHED-05, OPEN-04)', async ({
  adminPage: page,
  workshop,
}) => {
  await open(page, await workshop.makeQuery({}))
  await interval(page).click()
  await expect(page.getByRole('option')).toHaveText(['Never', '1 minute', '1 hour', '12 hours', '1 day', '1 week', '2 weeks'])
})

const saveAs = async (page: Page, call: AdminCall, query: Query, schedule: Schedule | null) => {
  await press(page, 'Save')
  await expect(dialog(page)).toBeHidden()
  await expect.poll(() => storedOf(call, query)).toEqual(schedule)
  await link(page).click()
}

const inBogota = { local_time: '19:15', local_day_of_week: null, time_zone: 'America/Bogota' }

test('a daily interval gets a time, and a weekly one a weekday too, which other intervals do not have (SCHED-08, SCHED-09, SCHED-10)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeQuery({})
  await open(page, query)
  await expect(hour(page)).toBeHidden()
  await choose(page, 'Refresh every', '1 day')
  await expect(weekday(page, 'Sun')).toBeHidden()
  await saveAs(page, adminCall, query, { ...inBogota, interval: 86400, time: '00:15', day_of_week: null, until: null })
  await choose(page, 'Refresh every', '1 week')
  const sunday = { local_day_of_week: 'Sunday', day_of_week: 'Monday' }
  await saveAs(page, adminCall, query, { ...inBogota, interval: 604800, time: '00:15', ...sunday, until: null })
  await choose(page, 'Refresh every', '1 day')
  await saveAs(page, adminCall, query, { ...inBogota, interval: 86400, time: '00:15', day_of_week: null, until: null })
})

test('an interval of hours has no time, and Never has no end either (SCHED-06, SCHED-07)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  const query = await workshop.makeQuery({ schedule: { interval: 86400, time: '07:00' } })
  await open(page, query)
  await expect(hour(page)).toBeVisible()
  await choose(page, 'Refresh every', '1 hour')
  await expect(hour(page)).toBeHidden()
  await until(page).fill('2099-01-31')
  await saveAs(page, adminCall, query, { interval: 3600, time: null, day_of_week: null, until: '2099-01-31' })
  await choose(page, 'Refresh every', 'Never')
  await expect(until(page)).toBeHidden()
  await saveAs(page, adminCall, query, null)
  await choose(page, 'Refresh every', '1 hour')
  await expect(until(page)).toHaveValue('')
})

test('a time that is stored in UTC stays there, with the time of the reader beside it (SCHED-11, OPEN-46, OPEN-142, OPEN-188)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  await page.clock.setFixedTime('2026-12-02T15:00:00Z')
  const query = await workshop.makeQuery({ name: 'Weekly by UTC', schedule: weekly })
  await page.goto('/queries')
  await expect(page.getByRole('row').filter({ hasText: query.name })).toContainText('Every week, Mon 07:00 (UTC)')
  await open(page, query)
  await expect(link(page)).toHaveText('Refresh schedule: Every week, Mon 07:00 (UTC)')
  await expect(dialog(page).getByRole('radio')).toHaveCount(7)
  const names = await dialog(page).getByRole('radiogroup').locator('label').allInnerTexts()
  expect(names).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'])
  await expect(weekday(page, 'Mon')).toBeChecked()
  await expect(hour(page)).toHaveValue('07')
  await expect(minute(page)).toHaveValue('00')
  await expect(dialog(page).getByText('UTC (02:00 in America/Bogota)', { exact: true })).toBeVisible()
  await saveAs(page, adminCall, query, weekly)

  await dialog(page).getByText('Sun', { exact: true }).click()
  await hour(page).fill('02')
  await minute(page).fill('30')
  await expect(dialog(page).getByText('UTC (Saturday 21:30 in America/Bogota)', { exact: true })).toBeVisible()
  await expect(weekday(page, 'Sun')).toBeChecked()
  await expectAccessible(page)
  await press(page, 'Save')
  await expect(link(page)).toHaveText('Refresh schedule: Every week, Sun 02:30 (UTC)')
  const inUtc = { time: '02:30', day_of_week: 'Sunday' }
  await expect
    .poll(() => storedOf(adminCall, query))
    .toEqual({ ...weekly, ...inUtc, local_time: '02:30', local_day_of_week: 'Sunday', time_zone: 'UTC' })
})

test('a schedule keeps the time of its zone when the clock changes there, and the zone is named to other readers (SCHED-21, SCHED-22)', async ({
  adminPage: page,
  adminCall,
  workshop,
}) => {
  await page.clock.setFixedTime('2027-03-26T12:00:00Z')
  const inBerlin = { local_time: '08:00', local_day_of_week: null, time_zone: 'Europe/Berlin' }
  const query = await workshop.makeQuery({ schedule: { interval: 86400, ...inBerlin } })
  await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({ ...body, scheduled_at: '2027-03-26T07:00:10Z' }))
  await open(page, query)
  await expect(link(page)).toHaveText('Refresh schedule: Every day at 08:00 (Europe/Berlin)')
  await expect(hour(page)).toHaveValue('08')
  await expect(dialog(page).getByText('Europe/Berlin, 07:00 UTC', { exact: true })).toBeVisible()
  await expect(nextRuns(page)).toHaveText(['Tomorrow, 2027-03-27 02:00', 'Sun, 2027-03-28 01:00', 'Mon, 2027-03-29 01:00'])
  await hour(page).fill('09')
  await press(page, 'Save')
  await expect(link(page)).toHaveText('Refresh schedule: Every day at 09:00 (Europe/Berlin)')
  await expect.poll(() => storedOf(adminCall, query)).toMatchObject({ ...inBerlin, local_time: '09:00' })
})

test('the time picker works in steps of 5 minutes (SCHED-12)', async ({ adminPage: page, adminCall, workshop }) => {
  await page.clock.setFixedTime('2026-12-02T15:00:00Z')
  const query = await workshop.makeQuery({ schedule: { interval: 86400, time: '12:00', day_of_week: null, until: null } })
  await open(page, query)
  await minute(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(minute(page)).toHaveValue('05')
  await page.keyboard.press('ArrowUp')
  await expect(minute(page)).toHaveValue('10')
  await expect(dialog(page).getByText('UTC (07:10 in America/Bogota)', { exact: true })).toBeVisible()
  await minute(page).fill('48')
  await until(page).focus()
  await expect(minute(page)).toHaveValue('45')
  await expect(dialog(page).getByText('UTC (07:45 in America/Bogota)', { exact: true })).toBeVisible()
  await press(page, 'Save')
  await expect(link(page)).toHaveText('Refresh schedule: Every day at 12:45 (UTC)')
  await expect.poll(async () => (await storedOf(adminCall, query))?.time).toBe('12:45')
})

test('the next runs are described in words, and failed runs with the next retry', async ({ adminPage: page, workshop }) => {
  await page.clock.setFixedTime('2026-12-02T15:00:00Z')
  const query = await workshop.makeQuery({ schedule: weekly })
  await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({
    ...body,
    schedule_failures: 3,
    scheduled_at: '2026-11-30T07:00:10Z',
  }))
  const failed = { failures: 3, failing_since: '2026-11-16T02:00:00Z', failed_at: '2026-11-30T07:00:10Z', error: '' }
  await page.route('**/api/queries/health?*', (route) =>
    route.fulfill({ json: [{ id: query.id, retrieved_at: null, stale_after: null, ...failed }] }),
  )
  await page.goto(`/queries/${query.id}`)
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await link(page).click()
    await expect(dialog(page).getByText('The last 3 scheduled runs failed. Next try: Mon, 2026-12-07 02:08.')).toBeVisible()
    await expect(nextRuns(page)).toHaveText(['Mon, 2026-12-07 02:08', 'Mon, 2026-12-14 02:00', 'Mon, 2026-12-21 02:00'])
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
  await expect(page.getByText(/failed 3 times/).first()).toBeVisible()
})

test('users who may not schedule see the schedule but cannot change it (SCHED-16)', async ({ adminPage: page, workshop }) => {
  const query = await workshop.makeQuery({ schedule: weekly })
  await withoutPermissions(page, 'schedule_query')
  await page.goto(`/queries/${query.id}`)
  await expect(page.getByText(/^Refresh schedule: Every week/)).toBeVisible()
  await expect(link(page)).toBeHidden()

  await page.unrouteAll()
  await withoutPermissions(page, 'admin')
  await alterAnswer(page, `**/api/queries/${query.id}`, (body) => ({ ...body, can_edit: false }))
  await page.reload()
  await expect(page.getByText(/^Refresh schedule: Every week/)).toBeVisible()
  await expect(link(page)).toBeHidden()
})
