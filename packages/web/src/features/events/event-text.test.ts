import type { NamedObject } from '@sightline/contract/object-names.ts'
import { describe, expect, it } from 'vitest'
import { actionText, browserText, subjectText } from './event-text.ts'

describe('an event in the list of usage', () => {
  it('says what was done in words, and spells out actions of other clients (OPEN-181)', () => {
    const texts = ['view', 'regnerate_api_key', 'open_side_bar'].map((action) => actionText({ action, objects: [] }))
    expect(texts).toEqual(['Viewed', 'Regenerated the API key', 'Open side bar'])
  })

  it('says whether the query of a run was saved (OPEN-186)', () => {
    const query: NamedObject = { type: 'query', id: '4', name: 'Sales' }
    const source: NamedObject = { type: 'data_source', id: '1', name: 'Warehouse' }
    expect(actionText({ action: 'execute_query', objects: [query, source] })).toBe('Ran a query')
    expect(actionText({ action: 'execute_query', objects: [source] })).toBe('Ran an unsaved query')
  })

  it('says what it is about if it has no named object (OPEN-186)', () => {
    expect(subjectText({ object_type: 'datasource', object_id: null })).toBe('Data sources')
    expect(subjectText({ object_type: 'query', object_id: 'new' })).toBe('Unsaved query')
    expect(subjectText({ object_type: 'page', object_id: 'users/new' })).toBe('Form for a new user')
    expect(subjectText({ object_type: 'page', object_id: 'start' })).toBe('Page start')
  })

  it.each([
    ['PC / Linux / Chrome 120.0', 'Chrome 120.0 on Linux'],
    ['iPhone / iOS 17.0 / Safari 17.0', 'Safari 17.0 on iPhone, iOS 17.0'],
    ['PC / Other / Firefox 130.0', 'Firefox 130.0'],
    ['PC / Other / Other', 'No browser'],
    ['PC / Linux / Other', 'Linux'],
  ])('shows the browser %s as %s (OPEN-181)', (browser, text) => {
    expect(browserText({ browser })).toBe(text)
  })
})
