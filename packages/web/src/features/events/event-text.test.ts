import { describe, expect, it } from 'vitest'
import { actionText, browserText, objectPath, objectText } from './event-text.ts'

describe('an event in the list of usage', () => {
  it('says what was done in words, and spells out actions of other clients (OPEN-181)', () => {
    const texts = ['view', 'regnerate_api_key', 'open_side_bar'].map((action) => actionText({ action }))
    expect(texts).toEqual(['Viewed', 'Regenerated the API key', 'Open side bar'])
  })

  it('names its object, or the type and id (OPEN-181)', () => {
    expect(objectText({ object_type: 'query', object_id: '4', object_name: 'Sales by month' })).toBe('Sales by month')
    expect(objectText({ object_type: 'datasource', object_id: '4', object_name: null })).toBe('Data source 4')
    expect(objectText({ object_type: 'outdated_queries', object_id: null, object_name: null })).toBe('Outdated queries')
  })

  it('links to the page of its object where there is one (OPEN-181)', () => {
    expect(objectPath({ action: 'view', object_type: 'dashboard', object_id: '4' })).toBe('/dashboards/4')
    expect(objectPath({ action: 'delete', object_type: 'datasource', object_id: '4' })).toBeNull()
    expect(objectPath({ action: 'view', object_type: 'widget', object_id: '4' })).toBeNull()
    expect(objectPath({ action: 'cancel_execute', object_type: 'query', object_id: 'new' })).toBeNull()
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
