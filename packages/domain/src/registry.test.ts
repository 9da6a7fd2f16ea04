import { describe, expect, it } from 'vitest'
import { registry } from './registry.ts'

describe('a registry of plug-ins', () => {
  it('refuses to register a type twice (VIZ-01)', () => {
    const chart = { type: 'CHART', name: 'Chart' }
    expect(() => registry('Visualization', [chart, chart])).toThrow('Visualization CHART already registered.')
  })

  it('refuses a plug-in without a name', () => {
    expect(() => registry('Data source', [{ type: 'pg', name: '' }])).toThrow('Data source "pg" has no type id or no name.')
  })

  it('finds a plug-in by its type id, and returns undefined for an unknown one', () => {
    const types = registry('Data source', [{ type: 'pg', name: 'PostgreSQL' }])
    expect(types.get('pg')?.name).toBe('PostgreSQL')
    expect(types.get('PG')).toBeUndefined()
  })
})
