import { type Alert, type AlertOptions, NewAlert } from '@sightline/contract/alerts.ts'
import { describe, expect, it } from 'vitest'
import { alertsPage } from '../list-page.ts'
import { listState } from '../list-state.ts'
import { defaultName, storedAlertOptions } from './options.ts'
import { type AlertSetup, warningsOf } from './warnings.ts'

const options: AlertOptions = { column: 'n', op: 'less than', value: 5 }

describe('a saved alert', () => {
  it('is named after query, column, operator and value if it has no name (ALERT-17)', () => {
    expect(defaultName('Orders per day', options)).toBe('Orders per day: n less than 5')
  })

  it('has no rearm if the input is empty or 0 (ALERT-18)', () => {
    const rearmOf = (rearm: unknown) => NewAlert.parse({ name: '', query_id: 1, options, rearm }).rearm
    expect(['', 0, null, 60].map(rearmOf)).toEqual([null, null, null, 60])
  })

  it('has no template if the input is empty (ALERT-19)', () => {
    expect(storedAlertOptions({ ...options, template: '' }).template).toBeNull()
    expect(storedAlertOptions({ ...options, template: '  \n' }, '').template).toBeNull()
    expect(storedAlertOptions({ ...options, subject: '' }).subject).toBeNull()
  })

  it('has the template that was sent beside the options, or else the one in them, and keeps unknown options (OPEN-93)', () => {
    expect(storedAlertOptions({ ...options, template: 'In' }, 'Beside').template).toBe('Beside')
    expect(storedAlertOptions({ ...options, template: 'In' }, null).template).toBe('In')
    expect(storedAlertOptions({ ...options, template: 'In' }).template).toBe('In')
    expect(storedAlertOptions({ ...options, colour: 'red', custom_body: 'Body', muted: true })).toEqual({
      ...options,
      colour: 'red',
      custom_body: 'Body',
      muted: true,
      template: null,
    })
  })
})

describe('an alert that can never fire', () => {
  const now = new Date('2026-05-01T12:00:00Z')
  const hourly = { interval: 3600, time: null, day_of_week: null, until: null }
  const fine: AlertSetup = {
    query: { is_archived: false, data_source_id: 1, schedule: hourly, parameters: [] },
    condition: options,
    result: { columns: [{ name: 'n' }], row_count: 1, value: 3 },
  }
  const warned = (query: Partial<AlertSetup['query']>, more: Partial<AlertSetup> = {}) =>
    warningsOf({ ...fine, ...more, query: { ...fine.query, ...query } }, now)

  it('gets a warning if its query has no schedule', () => {
    expect(warned({})).toEqual([])
    expect(warned({ schedule: null })).toEqual(['no_schedule'])
    expect(warned({ schedule: { ...hourly, disabled: true } })).toEqual(['schedule_stopped'])
    expect(warned({ schedule: { ...hourly, until: '2026-05-01' } })).toEqual(['schedule_ended'])
    expect(warned({ is_archived: true, data_source_id: null })).toEqual(['query_archived', 'no_data_source'])
    expect(warned({ parameters: [{ name: 'day', type: 'text', value: null }] })).toEqual(['parameters_without_values'])
    expect(warned({ parameters: [{ name: 'day', type: 'text', value: 'today' }] })).toEqual([])
  })

  it('gets a warning if there is nothing to compare', () => {
    const { result } = fine
    if (!result) throw new Error('It has a result.')
    expect(warned({}, { result: null })).toEqual(['no_result'])
    expect(warned({}, { result: { ...result, columns: [{ name: 'm' }], value: null } })).toEqual(['column_gone'])
    expect(warned({}, { result: { ...result, row_count: 0, value: null } })).toEqual(['no_rows'])
    expect(warned({}, { result: { ...result, value: null } })).toEqual(['no_value'])
    expect(warned({}, { result: { ...result, value: 'down' } })).toEqual(['text_order'])
    expect(warned({}, { result: { ...result, value: 'down' }, condition: { ...options, op: 'equals', value: 'up' } })).toEqual(
      [],
    )
    expect(warned({}, { condition: { ...options, value: 'few' } })).toEqual(['not_comparable'])
    expect(warned({}, { result: { ...result, value: null }, condition: { ...options, selector: 'max' } })).toEqual([
      'not_comparable',
    ])
  })
})

describe('the list of alerts', () => {
  const alert = (id: number, name: string, state: Alert['state'], created_at: string) =>
    ({
      id,
      name,
      state,
      created_at,
      updated_at: created_at,
      user: { name: `User ${9 - id}` },
      query: { name: `Query ${id}` },
    }) as Alert
  const alerts = [
    alert(1, 'beta', 'ok', '2026-01-01'),
    alert(2, 'Alpha', 'triggered', '2026-01-03'),
    alert(3, 'gamma', 'ok', '2026-01-02'),
  ]
  const idsOf = (search: Parameters<typeof listState>[0], page_size = 20) =>
    alertsPage(alerts, listState(search, { page_size, order: '-created_at' })).results.map(({ id }) => id)

  it('is sorted, searched by its name and that of its query, and split into pages', () => {
    expect(idsOf({})).toEqual([2, 3, 1])
    expect(idsOf({ order: 'name' })).toEqual([2, 1, 3])
    expect(idsOf({ order: '-state' })).toEqual([2, 1, 3])
    expect(idsOf({ order: 'created_by' })).toEqual([3, 2, 1])
    expect(idsOf({ order: 'constructor' })).toEqual([1, 2, 3])
    expect(idsOf({ q: 'AM' })).toEqual([3])
    expect(idsOf({ q: 'query 2' })).toEqual([2])
    expect(idsOf({ page: 2 }, 2)).toEqual([1])
    expect(alertsPage(alerts, listState({}, { page_size: 2 })).count).toBe(3)
  })
})

describe('sorting alerts', () => {
  const alert = (id: number, name: string, by: string) =>
    ({
      id,
      name,
      state: 'ok',
      created_at: `2026-01-0${id}`,
      updated_at: `2026-02-0${9 - id}`,
      user: { name: by },
      query: { name: 'Q' },
    }) as Alert
  const alerts = [alert(1, 'a_b', 'Zoe'), alert(2, 'AZ', 'adam'), alert(3, 'b', 'Adam_2')]
  const idsOf = (search: Parameters<typeof listState>[0]) =>
    alertsPage(alerts, listState(search, { page_size: 20, order: '-created_at' })).results.map(({ id }) => id)

  it('compares names and creators in lower case, with an underscore before letters', () => {
    expect(idsOf({ order: 'name' })).toEqual([1, 2, 3])
    expect(idsOf({ order: 'created_by' })).toEqual([2, 3, 1])
  })

  it('supports the time of the last change', () => {
    expect(idsOf({ order: 'updated_at' })).toEqual([3, 2, 1])
    expect(idsOf({ order: 'created_at' })).toEqual([1, 2, 3])
  })

  it('ignores the spaces around a search term', () => {
    expect(idsOf({ q: ' az ' })).toEqual([2])
  })
})

describe('an alert on a text column', () => {
  const prospect: AlertSetup = {
    query: {
      is_archived: false,
      data_source_id: 1,
      schedule: { interval: 3600, time: null, day_of_week: null, until: null },
      parameters: [],
    },
    condition: { column: 'n', op: '==', value: 'up' },
    result: { columns: [{ name: 'm' }, { name: 'n' }], row_count: 1, value: 'down' },
  }
  const warned = (op: AlertOptions['op']) =>
    warningsOf({ ...prospect, condition: { ...prospect.condition, op } }, new Date('2026-05-01T12:00:00Z'))

  it('gets no warning if it compares for equality, by sign or by word', () => {
    expect([warned('=='), warned('!='), warned('equals')]).toEqual([[], [], []])
    expect([warned('>='), warned('greater than')]).toEqual([['text_order'], ['text_order']])
  })
})
