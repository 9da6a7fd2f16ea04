import type { Query } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import {
  changedSince,
  firstSave,
  hasTextChanges,
  isDirty,
  isSavedIn,
  newDraft,
  publishesByName,
  runsAsSaved,
  textChanges,
} from './draft.ts'

describe('a new query', () => {
  it('has no text, the name New Query, no schedule and no options (QPAGE-04)', () => {
    expect(firstSave(newDraft(3), null)).toMatchObject({ query: '', name: 'New Query', schedule: null, options: {} })
  })

  it('is saved as a whole, and not without a data source (QPAGE-52)', () => {
    expect(firstSave(newDraft(null), null)).toBeNull()
    expect(Object.keys(firstSave(newDraft(3), null) ?? {})).toEqual(expect.arrayContaining(['name', 'query', 'data_source_id']))
  })

  it('is saved with the automatic limit chosen for it, and with one switched while it was saved (QPAGE-70)', () => {
    const unlimited = newDraft(3)
    const limited = { ...unlimited, autoLimit: true }
    expect(firstSave(limited, null)?.options).toEqual({ apply_auto_limit: true })
    expect(changedSince(unlimited, limited, { parameters: [] })).toEqual({
      options: { parameters: [], dialect: null, apply_auto_limit: true },
    })
    expect(changedSince(limited, limited, {})).toEqual({})
  })

  it('is not dirty until something is entered', () => {
    expect(isDirty(newDraft(3), null)).toBe(false)
    expect(isDirty({ ...newDraft(3), text: 'SELECT 1' }, null)).toBe(true)
    expect(isDirty({ ...newDraft(3), tags: ['sales'] }, null)).toBe(true)
  })
})

describe('a saved query with parameters', () => {
  const n = { name: 'n', type: 'number', title: 'N', value: 1 }
  const saved = { query: 'SELECT {{ n }}', options: { apply_auto_limit: true, parameters: [n] } }
  const draft = { ...newDraft(3), text: saved.query, parameters: [n] }
  const withN = (part: object) => ({ ...draft, parameters: [{ ...n, ...part }] })

  it('is dirty after a parameter is redefined, but not after its value changes (PARAM-40)', () => {
    expect(isDirty(draft, saved)).toBe(false)
    expect(isDirty(withN({ title: 'Other' }), saved)).toBe(true)
    expect(isDirty({ ...draft, parameters: [] }, saved)).toBe(true)
    expect(isDirty(withN({ value: 2 }), saved)).toBe(false)
    expect(isDirty(withN({ pendingValue: 2 }), saved)).toBe(false)
  })

  it('is not dirty when it is opened and its text names a parameter that was never saved (PARAM-40)', () => {
    const bare = { ...saved, options: {} }
    expect(isDirty(withN({ type: 'text' }), bare)).toBe(false)
    expect(runsAsSaved(withN({ type: 'text' }), bare)).toBe(false)
  })

  it('runs as saved with other values, but not with other parameters', () => {
    expect(runsAsSaved(withN({ value: 2 }), saved)).toBe(true)
    expect(runsAsSaved(withN({ type: 'text' }), saved)).toBe(false)
    expect(runsAsSaved({ ...draft, text: 'SELECT 1 + {{ n }}' }, saved)).toBe(false)
  })

  it('is saved with its applied values, and keeps its other options (QPAGE-51)', () => {
    expect(hasTextChanges(draft, saved)).toBe(false)
    expect(hasTextChanges(withN({ value: 2 }), saved)).toBe(true)
    expect(textChanges(draft, saved)).toEqual({ query: 'SELECT {{ n }}' })
    expect(textChanges(withN({ value: 2, pendingValue: 3 }), saved)).toEqual({
      query: 'SELECT {{ n }}',
      options: { apply_auto_limit: true, parameters: [{ name: 'n', type: 'number', title: 'N', value: 2 }] },
    })
  })
})

describe('a save whose response was lost', () => {
  const parameters = [{ name: 'n', type: 'number', value: 1 }]
  const stored = { name: 'Sales', query: 'SELECT {{ n }}', options: { parameters } } as Query

  it('is recognised in the stored query', () => {
    expect(isSavedIn(stored, { query: 'SELECT {{ n }}', version: 3, latest_query_data_id: 5 })).toBe(true)
    // A database may return the keys in another order.
    expect(isSavedIn(stored, { options: { parameters: [{ value: 1, type: 'number', name: 'n' }] } })).toBe(true)
    expect(isSavedIn(stored, { query: 'SELECT 2' })).toBe(false)
    expect(isSavedIn(stored, { query: 'SELECT {{ n }}', name: 'Other' })).toBe(false)
    expect(isSavedIn(stored, { options: { parameters: [{ name: 'n', type: 'number', value: 2 }] } })).toBe(false)
  })
})

describe('naming an unpublished query', () => {
  const naming = { name: 'Revenue', isDraft: true, isAutoPublishOn: true, mayPublish: true }

  it('publishes it when the setting is on and the name is not New Query (QPAGE-22)', () => {
    expect(publishesByName(naming)).toBe(true)
    expect(publishesByName({ ...naming, name: 'New Query' })).toBe(false)
    expect(publishesByName({ ...naming, isAutoPublishOn: false })).toBe(false)
    expect(publishesByName({ ...naming, isDraft: false })).toBe(false)
  })

  it('does not publish it if the user may not publish it (OPEN-49)', () => {
    expect(publishesByName({ ...naming, mayPublish: false })).toBe(false)
  })
})
