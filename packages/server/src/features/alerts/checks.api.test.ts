import type { Alert, AlertBacktest, AlertPreview } from '@sightline/contract/alerts.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { alertFixtures } from '../../testing/alert-fixtures.ts'
import { useAnalyst } from '../../testing/analyst.ts'
import { buildQuery } from '../../testing/builders.ts'
import { never } from '../../testing/never.ts'
import { startDue } from '../executions/schedules/due-runs.ts'
import { queryResults } from '../executions/tables.ts'
import { checkPendingResults, checkResult } from './checks.ts'
import { alertChecks, alerts } from './tables.ts'

const analyst = useAnalyst()
const { alertOn, condition, historyOf, stateOf, watched } = alertFixtures(analyst)

const one = ({ id }: { id: number }, rest = '') => `/api/alerts/${id}${rest}`
const waitsForLock = sql`datname = current_database() and wait_event_type = 'Lock'`
const statesOf = async (alert: Alert) => (await historyOf(alert)).map(({ state }) => state).reverse()

afterEach(() => {
  analyst.server.clock.now = null
})

describe('a result of its query', () => {
  it('sets an alert to triggered, ok or unknown, and the history shows the value (ALERT-33)', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    for (const value of ['7', '8', '3', 'null', "'9'", "'many'"]) await shows(value)
    expect(
      (await historyOf(alert)).map(({ state_before, state, value, kind }) => [kind, state_before, state, value]).reverse(),
    ).toEqual([
      ['change', 'unknown', 'triggered', 7],
      ['change', 'triggered', 'ok', 3],
      ['change', 'ok', 'unknown', null],
      ['change', 'unknown', 'triggered', '9'],
    ])
    const { body } = await analyst.ada.get<Alert>(one(alert))
    // The last one is a string greater than '5' in string order, which triggers as in Redash.
    expect(body).toMatchObject({ state: 'triggered', last_triggered_at: expect.any(String), evaluated_at: expect.any(String) })
    expect(body.evaluated_at).not.toBe(body.last_triggered_at)
  })

  it('is compared by its first row, or by the minimum or maximum if the selector says so (OPEN-90)', async () => {
    const { query, setValue: shows } = await watched({ rest: ' union all select 9 union all select -9' })
    const of = (selector?: string) => alertOn(query, { options: { ...condition, value: 4, selector } })
    const made = [await of(), await of('first'), await of('max'), await of('min')]
    await shows('5')
    const values = await Promise.all(made.map(async (alert) => (await historyOf(alert))[0]?.value))
    expect(values).toEqual([5, 5, 9, -9])
    expect(await Promise.all(made.map(stateOf))).toEqual(['triggered', 'triggered', 'triggered', 'ok'])
  })

  it('sets the state unknown without rows, without the column, and for non-numbers where numbers are required (ALERT-33)', async () => {
    const { query, setValue: shows } = await watched({ rest: " union all select 'x'" })
    const [most, gone] = [
      await alertOn(query, { options: { ...condition, selector: 'max' } }),
      await alertOn(query, { options: { ...condition, column: 'm' } }),
    ]
    await shows("'7'")
    expect([await stateOf(most), await stateOf(gone)]).toEqual(['unknown', 'unknown'])
    const empty = await watched({ rest: ' where false' })
    const alert = await alertOn(empty.query)
    await empty.setValue('7')
    expect(await stateOf(alert)).toBe('unknown')
    expect(await historyOf(alert)).toMatchObject([{ state_before: 'unknown', state: 'unknown', health: 'no_data' }])
  })

  it('is checked by the alerts of every query with the same SQL', async () => {
    const { query, setValue: shows } = await watched()
    await shows('8')
    const { body } = await analyst.ada.get<Query>(`/api/queries/${query.id}`)
    const twin = await buildQuery(analyst.ada, { data_source_id: analyst.source, query: body.query ?? '' })
    const [alert, other] = [await alertOn(query), await alertOn(twin)]
    await shows('8')
    expect([await stateOf(alert), await stateOf(other)]).toEqual(['triggered', 'triggered'])
  })

  it('is not checked if it has other parameter values', async () => {
    const parameters = [{ name: 'n', type: 'number', value: 1 }]
    const query = await buildQuery(analyst.ada, {
      data_source_id: analyst.source,
      query: 'select {{n}} as n',
      options: { parameters },
    })
    const alert = await alertOn(query)
    await analyst.ada.post(`/api/queries/${query.id}/results`, { parameters: { n: 9 }, max_age: 0, wait: 20_000 })
    await checkPendingResults(analyst.server.services)
    expect(await stateOf(alert)).toBe('unknown')
    await analyst.ada.post(`/api/queries/${query.id}/results`, { parameters: { n: 1 }, max_age: 0, wait: 20_000 })
    await expect.poll(() => stateOf(alert)).toBe('ok')
  })

  it('is checked after a scheduled run, even if the SQL of the run differs each day (ALERT-33)', async () => {
    const parameters = [{ name: 'day', type: 'date', value: 'd_now' }]
    const query = await buildQuery(analyst.ada, {
      data_source_id: analyst.source,
      query: "select 7 as n, '{{day}}' as today",
      options: { parameters },
      schedule: { interval: 3600 },
    })
    const alert = await alertOn(query)
    await startDue(analyst.server.services, never)
    await expect.poll(() => stateOf(alert)).toBe('triggered')
    expect(await historyOf(alert)).toHaveLength(1)
  })

  it('has no value if its file is lost', async () => {
    const { query, setValue: shows } = await watched()
    const id = await shows('7')
    const { services } = analyst.server
    const { name } = await analyst.fileOf(id)
    await services.files.remove(name)
    // Created only now, so that every check, even the worker's, finds the result lost.
    const alert = await alertOn(query)
    await services.db.update(alerts).set({ evaluated_result_id: null, state: 'triggered' }).where(eq(alerts.id, alert.id))
    await services.db.insert(alertChecks).values({ alert_id: alert.id, query_result_id: id })
    await checkPendingResults(services)
    expect(await historyOf(alert)).toMatchObject([{ state_before: 'triggered', state: 'unknown', value: null }])
  })
})

describe('each result is checked once', () => {
  it('when several workers check it at the same time', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query, { rearm: 1 })
    const id = await shows('7')
    const { services } = analyst.server
    // Does not depend on the clock, since a running worker would still use the old one.
    await services.db
      .update(alerts)
      .set({ evaluated_result_id: null, last_triggered_at: new Date(Date.now() - 3_600_000) })
      .where(eq(alerts.id, alert.id))
    await services.db.insert(alertChecks).values({ alert_id: alert.id, query_result_id: id })
    await Promise.all(Array.from({ length: 6 }, () => checkResult(services, id)))
    expect((await historyOf(alert)).map(({ kind }) => kind)).toEqual(['reminder', 'change'])
    expect(await services.db.$count(alertChecks)).toBe(0)
  })

  it('when the first worker has ended before finishing: the next round checks it', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    const id = await shows('3')
    const { services } = analyst.server
    // The state that a worker leaves if it dies after storing the result.
    await services.db.update(alerts).set({ evaluated_result_id: null, state: 'triggered' }).where(eq(alerts.id, alert.id))
    await services.db.insert(alertChecks).values({ alert_id: alert.id, query_result_id: id })
    await checkPendingResults(services)
    await checkPendingResults(services)
    expect(await statesOf(alert)).toEqual(['ok', 'ok'])
  })

  it('and never after a newer one', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    const [older] = [await shows('3'), await shows('7')]
    const { services } = analyst.server
    await services.db.insert(alertChecks).values({ alert_id: alert.id, query_result_id: older })
    await checkPendingResults(services)
    expect(await stateOf(alert)).toBe('triggered')
  })

  // The embedded database has a single connection, so nothing can deadlock.
  it.runIf(process.env.SIGHTLINE_TEST_DATABASE === 'postgres')(
    'and not by an alert that is being deleted, without a deadlock',
    async () => {
      const { query, setValue: shows } = await watched()
      const alert = await alertOn(query)
      const id = await shows('7')
      const { services } = analyst.server
      const looks: Promise<void>[] = []
      await services.db.transaction(async (tx) => {
        // No check can run before this ends, including that of the server's worker.
        await tx.select().from(alerts).where(eq(alerts.id, alert.id)).for('no key update')
        await services.db.insert(alertChecks).values({ alert_id: alert.id, query_result_id: id })
        looks.push(checkResult(services, id))
        await expect.poll(() => services.db.$count(sql`pg_stat_activity`, waitsForLock)).toBeGreaterThan(0)
        await tx.delete(alerts).where(eq(alerts.id, alert.id))
      })
      await expect(Promise.all(looks)).resolves.toEqual([undefined])
    },
  )

  it('and its checks are dropped if it is deleted', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query)
    const id = await shows('7')
    const { services } = analyst.server
    await services.db.insert(alertChecks).values({ alert_id: alert.id, query_result_id: id + 1_000_000 })
    await checkPendingResults(services)
    expect(await services.db.$count(alertChecks)).toBe(0)
  })
})

describe('rearm', () => {
  it('sends a reminder each time the interval has passed while the alert is triggered (ALERT-34, OPEN-91)', async () => {
    const { query, setValue: shows } = await watched()
    const alert = await alertOn(query, { rearm: 600 })
    const start = Date.now()
    const at = (seconds: number) => {
      analyst.server.clock.now = new Date(start + seconds * 1000)
    }
    for (const seconds of [0, 300, 601, 1100, 1202]) {
      at(seconds)
      await shows('7')
    }
    at(2000)
    await shows('3')
    expect((await historyOf(alert)).map(({ kind, state }) => `${kind} ${state}`).reverse()).toEqual([
      'change triggered',
      'reminder triggered',
      'reminder triggered',
      'change ok',
    ])
  })
})

describe('an evaluation on request', () => {
  it('checks the latest result, changes the state as a run would, and is recorded as a test if nothing changes', async () => {
    const { query, setValue: shows } = await watched()
    await shows('7')
    const alert = await alertOn(query)
    expect(await analyst.ada.post(one(alert, '/eval'))).toMatchObject({ status: 200, body: null })
    expect(await stateOf(alert)).toBe('triggered')
    await analyst.ada.post(one(alert, '/eval'))
    expect((await historyOf(alert)).map(({ kind, state, value }) => [kind, state, value])).toEqual([
      ['test', 'triggered', 7],
      ['change', 'triggered', 7],
    ])
  })

  it('finds no value if there is no result', async () => {
    const alert = await alertOn((await watched()).query)
    await analyst.ada.post(one(alert, '/eval'))
    expect(await historyOf(alert)).toMatchObject([{ kind: 'test', state: 'unknown', value: null, query_result_id: null }])
  })
})

describe('before it is saved', () => {
  const preview = async (query_id: number, options: object) =>
    (await analyst.ada.post<AlertPreview>('/api/alerts/preview', { query_id, options })).body

  it('previews the current value, whether it would fire, and why it may never do so (ALERT-12)', async () => {
    const { query, setValue: shows } = await watched()
    expect(await preview(query.id, condition)).toMatchObject({
      result: null,
      state: 'unknown',
      warnings: ['no_schedule', 'no_result'],
    })
    const id = await shows('7')
    await analyst.ada.post(`/api/queries/${query.id}`, { schedule: { interval: 3600 } })
    const found = await preview(query.id, condition)
    expect(found).toEqual({
      result: { id, retrieved_at: expect.any(String), row_count: 1 },
      value: 7,
      state: 'triggered',
      warnings: [],
      next_run: expect.any(String),
    })
    expect(Date.parse(found.next_run ?? '') - Date.parse(found.result?.retrieved_at ?? '')).toBe(3_600_000)
    expect(await preview(query.id, { ...condition, column: 'm' })).toMatchObject({ value: null, warnings: ['column_gone'] })
  })

  it('counts how often it would have fired in the stored results', async () => {
    const { query, setValue: shows } = await watched()
    const ids = [await shows('71'), await shows('72'), await shows('3'), await shows('8')]
    const { body } = await analyst.ada.get<Query>(`/api/queries/${query.id}`)
    // Sets the same query hash, since the data source of these tests has no changing data.
    await analyst.server.services.db
      .update(queryResults)
      .set({ query_hash: body.query_hash })
      .where(inArray(queryResults.id, ids))
    const backtest = async (options: object) =>
      (await analyst.ada.post<AlertBacktest>('/api/alerts/rehearsal', { query_id: query.id, options })).body
    const found = await backtest({ ...condition, value: 70 })
    expect(found).toMatchObject({
      fired: 1,
      happenings: [
        { kind: 'change', state: 'triggered', value: 71 },
        { kind: 'change', state: 'ok', value: 3 },
      ],
    })
    expect(found.results).toBeGreaterThanOrEqual(4)
    expect((await backtest({ ...condition, value: 4 })).fired).toBe(2)
    expect((await backtest({ ...condition, value: 99 })).fired).toBe(0)
  })
})
