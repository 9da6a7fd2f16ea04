import { describe, expect, it } from 'vitest'
import { freeSlug, slugOf } from './slug.ts'

describe('the slug of a dashboard', () => {
  it.each([
    ['Sales overview', 'sales-overview'],
    ['Q3: profit & loss (net)', 'q3-profit-loss-net-'],
    ['already_fine-1', 'already_fine-1'],
    ['Übersicht', '-bersicht'],
  ])('turns %j into the lower-case name with hyphens (OPEN-101)', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it('is never empty and never consists of digits only (OPEN-101)', () => {
    expect(slugOf('2024')).toBe('dashboard-2024')
    expect(slugOf('日本')).toBe('dashboard')
    expect(slugOf('- -')).toBe('dashboard')
  })

  it('gets a number appended if it is taken (OPEN-101)', () => {
    expect(freeSlug('sales', new Set())).toBe('sales')
    expect(freeSlug('sales', new Set(['sales']))).toBe('sales_1')
    expect(freeSlug('sales', new Set(['sales', 'sales_1', 'sales_3']))).toBe('sales_2')
  })

  it('avoids the names of lists', () => {
    expect(freeSlug('tags', new Set())).toBe('tags_1')
    expect(freeSlug('public', new Set(['public_1']))).toBe('public_2')
  })
})
