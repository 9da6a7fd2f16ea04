import type { Alert } from '@sightline/contract/alerts.ts'
import { describe, expect, it } from 'vitest'
import { type AlertDraft, bodyOf, conditionOf, defaultNameOf, draftOf, emptyDraft, problemsOf } from './draft.ts'
import { backtestText, deliveryText } from './texts.ts'

const draft: AlertDraft = { ...emptyDraft, query: { id: 7, name: 'Orders' }, column: 'n', value: '5' }
const changed = (changes: Partial<AlertDraft>) => Object.keys(problemsOf({ ...draft, ...changes }))

describe('the draft of an alert', () => {
  it('is valid with query, column and a number (ALERT-14, ALERT-15, ALERT-16)', () => {
    expect(Object.keys(problemsOf(emptyDraft))).toEqual(['query', 'column', 'value'])
    expect(changed({})).toEqual([])
    expect([changed({ value: 'x' }), changed({ value: ' ' }), changed({ value: '-1.5e3' })]).toEqual([['value'], ['value'], []])
    expect([
      changed({ rearm: '1.5' }),
      changed({ rearm: 'x' }),
      changed({ rearm: '60' }),
      changed({ rearm: '9999999999' }),
    ]).toEqual([['rearm'], ['rearm'], [], ['rearm']])
    expect([changed({ template: '{{#rows}}' }), changed({ subject: '{{state' })]).toEqual([['template'], ['subject']])
  })

  it('is sent with the default name, and blank fields as null (ALERT-17, ALERT-18, ALERT-19)', () => {
    expect(bodyOf({ ...draft, name: ' ', rearm: '0', template: ' \n' }, null)).toEqual({
      name: 'Orders: n greater than 5',
      query_id: 7,
      options: { column: 'n', op: 'greater than', value: 5, subject: null, template: null },
      rearm: null,
      template: null,
    })
    expect(defaultNameOf(draft)).toBe('Orders: n greater than 5')
    expect(bodyOf(emptyDraft, null)).toBeNull()
  })

  it('has the rearm time in the greatest unit that fits, and is saved in seconds (ALERT-53)', () => {
    const rearmed = (rearm: number | null) => {
      const { rearm: text, rearmUnit } = draftOf({ query: { id: 7, name: 'Orders' }, options: { column: 'n' }, rearm } as never)
      return [text, rearmUnit]
    }
    expect([rearmed(90), rearmed(120), rearmed(7200), rearmed(172_800), rearmed(null)]).toEqual([
      ['90', 'seconds'],
      ['2', 'minutes'],
      ['2', 'hours'],
      ['2', 'days'],
      ['', 'seconds'],
    ])
    expect(bodyOf({ ...draft, rearm: '2', rearmUnit: 'hours' }, null)).toMatchObject({ rearm: 7200 })
    expect(changed({ rearm: '24856', rearmUnit: 'days' })).toEqual(['rearm'])
  })

  it('keeps options that the editor does not know, and a stored reference that is a text', () => {
    const options = {
      column: 'n',
      op: '>=',
      value: 'down',
      selector: 'max',
      custom_body: 'Body',
      muted: true,
      colour: 'red',
    } as const
    const stored = { query: { id: 7, name: 'Orders' }, name: 'Mine', rearm: 60, options } as unknown as Alert
    const edited = draftOf(stored)
    expect(edited).toMatchObject({ value: 'down', selector: 'max', rearm: '1', rearmUnit: 'minutes', template: 'Body' })
    expect(bodyOf(edited, options)).toMatchObject({
      options: { column: 'n', op: '>=', value: 'down', selector: 'max', template: 'Body', muted: true, colour: 'red' },
    })
    expect(bodyOf({ ...edited, value: 'up' }, options)).toBeNull()
    expect(conditionOf({ ...edited, value: '3', selector: 'first' })).toEqual({ column: 'n', op: '>=', value: 3 })
  })
})

describe('the texts of an alert', () => {
  it('describe the delivery of a message', () => {
    const message = { recipient: 'Ops', tries: 1, last_error: null }
    expect(deliveryText({ ...message, state: 'sent' })).toBe('Ops: sent')
    expect(deliveryText({ ...message, state: 'waiting' })).toBe('Ops: sending')
    expect(deliveryText({ ...message, state: 'waiting', tries: 2, last_error: 'It is down.' })).toBe(
      'Ops: failed after 2 attempts, will retry. It is down.',
    )
    expect(deliveryText({ ...message, state: 'failed', tries: 8, last_error: 'It is down.' })).toBe(
      'Ops: not delivered after 8 attempts. It is down.',
    )
  })

  it('describe the outcome of a backtest', () => {
    expect(backtestText({ results: 0, fired: 0 })).toBe('There are no past results to test on.')
    expect(backtestText({ results: 1, fired: 1 })).toBe('Would have triggered once (1 result checked).')
    expect(backtestText({ results: 20, fired: 3 })).toBe('Would have triggered 3 times (20 results checked).')
    expect(backtestText({ results: 20, fired: 0 })).toBe('Would not have triggered (20 results checked).')
  })
})
