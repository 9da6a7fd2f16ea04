import type { NamedObject } from '@sightline/contract/object-names.ts'
import { expect, it } from 'vitest'
import { objectLink, objectName } from './object-links.ts'

const query: NamedObject = { type: 'query', id: '4', name: 'Sales' }
const dashboard: NamedObject = { type: 'dashboard', id: '5', name: 'Overview' }

it('an object of a log entry leads to its page, and a part to the page of the whole (OPEN-186)', () => {
  expect(objectLink(query, undefined)).toEqual({ to: '/queries/4' })
  expect(objectLink({ type: 'visualization', id: '33', name: 'Chart' }, query)).toEqual({ to: '/queries/4', hash: '33' })
  expect(objectLink({ type: 'widget', id: '7', name: 'Chart' }, dashboard)).toEqual({ to: '/dashboards/5' })
  expect(objectLink({ type: 'data_source', id: '1', name: 'Warehouse' }, undefined)).toEqual({ to: '/data_sources/1' })
})

it('a deleted object of a log entry is named as such and has no link (OPEN-186)', () => {
  const gone: NamedObject = { type: 'data_source', id: '4', name: null }
  expect(objectLink(gone, undefined)).toBeNull()
  expect(objectName(gone, null)).toBe('Data source 4 (deleted)')
  expect(objectName(gone, 'Warehouse')).toBe('Warehouse (deleted)')
})

it('an object that was renamed keeps the name that was recorded (OPEN-186)', () => {
  expect(objectName(query, null)).toBe('Sales')
  expect(objectName(query, 'Turnover')).toBe('Turnover')
})
