import { describe, expect, it } from 'vitest'
import { createOwnFilters } from '../values/own-filters.ts'
import { exportRequest, paperOf } from './export-request.ts'

describe('the request for a file of a dashboard', () => {
  it('has the values of all parameters, the chosen filters and the clicked marks of the page (OPEN-255)', () => {
    const ownFilters = createOwnFilters()
    const filter = { friendlyName: 'Shop', values: ['a', 'b'] }
    ownFilters.report(7, [
      { ...filter, name: 'shop::filter', multiple: false, current: ['b'] },
      { ...filter, name: 'all::multi-filter', multiple: true, current: ['a', 'b'] },
    ])
    const request = exportRequest({
      parameters: {
        definitionsIn: (place) =>
          place === 'dashboard' ? [{ name: 'year', value: 2026 }] : [{ name: `w${place}_x`, value: 'y' }],
      },
      widgetIds: [7],
      filters: null,
      ownFilters,
      crossFilters: { chosen: [{ widgetId: 7, column: 'shop', type: 'string', value: 'a' }] },
    })
    expect(request).toMatchObject({
      parameters: { year: 2026, w7_x: 'y' },
      // A filter with all values chosen filters nothing.
      filters: [{ column: 'shop::filter', values: ['b'], widget_id: 7 }],
      marks: [{ widget_id: 7, column: 'shop', type: 'string', value: 'a' }],
    })
  })

  it('asks for Letter where that is the usual paper (OPEN-255)', () => {
    expect(['en-US', 'fr-CA', 'es-MX', 'de-CH', 'en-GB', 'en', 'ja'].map(paperOf)).toEqual([
      'letter',
      'letter',
      'letter',
      'a4',
      'a4',
      'a4',
      'a4',
    ])
  })
})
