import { type AlertState, alertStates } from '@sightline/contract/alerts.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlertStatus, backtest, failedStep, findingFor, step } from './state.ts'

const found = (state: AlertState) => ({ state, health: 'ok' as const })
const at = (seconds: number) => new Date(seconds * 1000)
const status = (state: AlertState, more: Partial<AlertStatus> = {}): AlertStatus => ({
  state,
  health: 'ok',
  last_triggered_at: at(0),
  rearm: null,
  isMuted: false,
  ...more,
})
const notifies = (before: AlertStatus, after: AlertState, now = at(10)) => step(before, found(after), now).notifies

describe('subscribers of an alert', () => {
  it('are notified of each change except a first ok (ALERT-34, OPEN-91)', () => {
    const changes = alertStates.flatMap((before) =>
      alertStates.map((after) => [before, after, notifies(status(before), after)]),
    )
    expect(changes.filter(([, , notifies]) => notifies).map(([before, after]) => `${before} → ${after}`)).toEqual([
      'unknown → triggered',
      'ok → unknown',
      'ok → triggered',
      'triggered → unknown',
      'triggered → ok',
    ])
  })

  it('are reminded while it is triggered, once rearm has passed, and never without rearm (ALERT-34, OPEN-91)', () => {
    const rearmed = status('triggered', { rearm: 60 })
    expect([notifies(rearmed, 'triggered', at(60)), notifies(rearmed, 'triggered', at(61))]).toEqual([false, true])
    expect(step(rearmed, found('triggered'), at(61))).toMatchObject({ event: 'reminder', last_triggered_at: at(61) })
    expect(notifies(status('triggered'), 'triggered', at(1_000_000))).toBe(false)
    expect(notifies(status('ok', { rearm: 60 }), 'ok', at(1_000_000))).toBe(false)
  })

  it('are notified once, of the new state, if it changes after rearm has passed', () => {
    expect(step(status('triggered', { rearm: 60 }), found('ok'), at(500))).toMatchObject({
      event: 'change',
      state: 'ok',
      notifies: true,
    })
  })

  it('are not notified while it is muted, although the state changes', () => {
    expect(step(status('ok', { isMuted: true }), found('triggered'), at(10))).toEqual({
      state: 'triggered',
      health: 'ok',
      last_triggered_at: at(10),
      event: 'change',
      notifies: false,
    })
  })
})

describe('the health of an alert', () => {
  it('is no_data without a value to compare, and notifies once of each change (ALERT-49)', () => {
    expect(findingFor({ op: '>', value: 5 }, null)).toEqual({ state: 'unknown', health: 'no_data' })
    expect(findingFor({ op: '>', value: 5 }, 7)).toEqual({ state: 'triggered', health: 'ok' })
    const first = step(status('unknown'), findingFor({ op: '>', value: 5 }, null), at(10))
    expect(first).toEqual({ state: 'unknown', health: 'no_data', last_triggered_at: at(0), event: 'change', notifies: true })
    const none = status('unknown', { health: 'no_data' })
    expect(step(none, { state: 'unknown', health: 'no_data' }, at(10))).toMatchObject({ event: null, notifies: false })
    expect(step(none, found('ok'), at(10))).toMatchObject({ event: 'change', notifies: true, last_triggered_at: at(10) })
  })

  it('is failing after a failed refresh, which keeps the state and notifies once, and its end notifies once (ALERT-49)', () => {
    expect(failedStep(status('triggered'))).toEqual({
      state: 'triggered',
      health: 'failing',
      last_triggered_at: at(0),
      event: 'change',
      notifies: true,
    })
    const failing = status('triggered', { health: 'failing' })
    expect(failedStep(failing)).toMatchObject({ event: null, notifies: false })
    expect(failedStep(status('ok', { isMuted: true }))).toMatchObject({ event: 'change', notifies: false })
    expect(step(failing, found('triggered'), at(10))).toMatchObject({
      event: 'change',
      notifies: true,
      last_triggered_at: at(0),
    })
    expect(step(status('ok', { health: 'failing' }), found('ok'), at(10))).toMatchObject({ event: 'change', notifies: true })
  })
})

const results = fc.array(fc.record({ state: fc.constantFrom(...alertStates), pause: fc.integer({ min: 1, max: 500 }) }), {
  maxLength: 60,
})
const rearms = fc.option(fc.integer({ min: 1, max: 1000 }), { nil: null })

/** Checks results one after another. */
function walk(course: readonly { state: AlertState; pause: number }[], rearm: number | null, isMuted = false) {
  let before = status('unknown', { last_triggered_at: null, rearm, isMuted })
  let seconds = 0
  return course.map(({ state, pause }) => {
    seconds += pause
    const next = step(before, found(state), at(seconds))
    const seen = { before, next, found: state, seconds }
    before = { ...before, ...next }
    return seen
  })
}

describe('for any results', () => {
  it('the state is always that of the newest result (ALERT-33)', () => {
    fc.assert(
      fc.property(results, rearms, (course, rearm) => {
        for (const { next, found } of walk(course, rearm)) expect(next.state).toBe(found)
      }),
    )
  })

  it('an unchanged state only causes reminders, never sooner than rearm after the last message (OPEN-91)', () => {
    fc.assert(
      fc.property(results, rearms, (course, rearm) => {
        let last = Number.NEGATIVE_INFINITY
        for (const { before, next, found, seconds } of walk(course, rearm)) {
          if (next.notifies && before.state === found) {
            expect([found, rearm === null]).toEqual(['triggered', false])
            expect(seconds - last).toBeGreaterThan(rearm ?? 0)
          }
          if (next.event !== null) last = seconds
        }
      }),
    )
  })

  it('an alert without rearm only notifies that it is triggered after another state (ALERT-34)', () => {
    fc.assert(
      fc.property(results, (course) => {
        const messages = walk(course, null).filter(({ next }) => next.notifies && next.state === 'triggered')
        // Without rearm each message is a change, so the state before must differ.
        for (const { before } of messages) expect(before.state).not.toBe('triggered')
      }),
    )
  })

  it('a muted alert never notifies and has the same states', () => {
    fc.assert(
      fc.property(results, rearms, (course, rearm) => {
        const muted = walk(course, rearm, true)
        expect(muted.some(({ next }) => next.notifies)).toBe(false)
        expect(muted.map(({ next }) => next.state)).toEqual(walk(course, rearm).map(({ next }) => next.state))
      }),
    )
  })

  it('a backtest counts the notifications that the alert is triggered', () => {
    const values = fc.array(fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }), { maxLength: 40 })
    fc.assert(
      fc.property(values, rearms, (past, rearm) => {
        const { fired, events } = backtest(
          { op: '>', value: 4 },
          rearm,
          past.map((value, index) => ({ at: at(index * 100), value })),
        )
        const course = past.map(
          (value) => ({ state: value === null ? 'unknown' : value > 4 ? 'triggered' : 'ok', pause: 100 }) as const,
        )
        const steps = walk(course, rearm)
        expect(fired).toBe(steps.filter(({ next, found }) => next.notifies && found === 'triggered').length)
        expect(events.map(({ state }) => state)).toEqual(
          steps.filter(({ next }) => next.event !== null).map(({ next }) => next.state),
        )
      }),
    )
  })
})

describe('an alert that was triggered at an unknown time', () => {
  it('sends a reminder at once if it has a rearm, and never without', () => {
    const before = status('triggered', { last_triggered_at: null, rearm: 1_000_000_000 })
    expect(step(before, found('triggered'), at(10))).toEqual({
      state: 'triggered',
      health: 'ok',
      last_triggered_at: at(10),
      event: 'reminder',
      notifies: true,
    })
    expect(step({ ...before, rearm: null }, found('triggered'), at(10))).toMatchObject({ event: null, notifies: false })
  })
})
