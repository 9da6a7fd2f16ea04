import { describe, expect, it } from 'vitest'
import { column, sampleFormats } from '../samples.ts'
import { DetailsOptions, fieldsOf, offsetOf, partsOfName, ROWS_PER_PAGE } from './prepare.ts'

const formats = sampleFormats
const columns = [column('city', 'string'), column('people', 'integer'), column('seen', 'date')]
const fields = (stored: Record<string, unknown>) =>
  fieldsOf(['Oslo', 1234567, null], columns, DetailsOptions.parse(stored), formats)

describe('a details view', () => {
  it('shows one row per page (DETAILS-01)', () => {
    expect(ROWS_PER_PAGE).toBe(1)
    expect([1, 2, 3].map(offsetOf)).toEqual([0, 1, 2])
  })

  it('breaks names after their underscores (OPEN-199)', () => {
    expect(partsOfName('production_budget_usd')).toEqual(['production_', 'budget_', 'usd'])
    expect(partsOfName('a__b_')).toEqual(['a__', 'b_'])
    expect([partsOfName('people'), partsOfName('')]).toEqual([['people'], ['']])
  })

  it('lists each column with its value in the format of its type (DETAILS-02)', () => {
    expect(fields({}).map(({ title, view }) => [title, view?.kind === 'text' ? view.text : view])).toEqual([
      ['city', 'Oslo'],
      ['people', '1,234,567'],
      ['seen', null],
    ])
  })

  it('aligns its values left by default', () => {
    expect(fields({}).map(({ align }) => align)).toEqual(['left', 'left', 'left'])
    expect(fields({ columns: [{ name: 'people', alignContent: 'right' }] }).map(({ align }) => align)).toEqual([
      'left',
      'right',
      'left',
    ])
  })

  it('takes order, titles and visibility from stored columns', () => {
    const stored = [
      { name: 'people', order: 0, title: 'People', numberFormat: '0.0a' },
      { name: 'city', order: 1 },
      { name: 'seen', order: 2, visible: false },
    ]
    expect(fields({ columns: stored }).map(({ title, view }) => [title, view])).toMatchObject([
      ['People', { text: '1.2m' }],
      ['city', { text: 'Oslo' }],
    ])
  })

  it('fills templates with other cells of the row, with nothing for empty cells, and keeps unknown names', () => {
    const link = { name: 'city', displayAs: 'link', linkUrlTemplate: '/{{ people }}/{{ seen }}/{{ gone }}' }
    expect(fields({ columns: [link] })[0]).toEqual({
      name: 'city',
      title: 'city',
      description: '',
      align: 'left',
      view: { kind: 'link', address: '/1234567//{{ gone }}', text: 'Oslo', title: 'Oslo', opensTab: true },
    })
  })

  it('does not mark formatted values as invalid', () => {
    expect(fields({})[1]?.view).toEqual({ kind: 'text', text: '1,234,567', isInvalid: false })
  })

  it('reads any stored object', () => {
    expect(DetailsOptions.parse({ columns: 'all', other: 1 })).toEqual({ columns: [], other: 1 })
  })
})
