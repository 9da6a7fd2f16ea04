import { describe, expect, it } from 'vitest'
import { dashboardPath, freeSlug, slugOf } from './slug.ts'

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
    expect(slugOf('- -')).toBe('dashboard')
    expect(slugOf('📈')).toBe('dashboard')
    expect(slugOf('٢٠٢٤')).toBe('dashboard')
  })

  it.each([
    ['月次売上', '月次売上'],
    ['売上（月次）2024', '売上-月次-2024'],
    ['ｳﾘｱｹﾞ', 'ウリアゲ'],
    ['ﾀﾞｯｼｭ 2', 'ダッシュ-2'],
    ['لوحة المبيعات', 'لوحة-المبيعات'],
    ['ยอดขาย ที่ร้าน', 'ยอดขาย-ที่ร้าน'],
    ['Продажи', 'продажи'],
    ['می‌خواهم', 'میخواهم'],
    ['ＳＡＬＥＳ', 'sales'],
  ])('keeps the letters of %j, whose script has no a-z (OPEN-600)', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  it('has at most 80 characters of another script, which fit into the path of a URL (OPEN-600)', () => {
    expect([...slugOf('𠮷'.repeat(200))]).toHaveLength(80)
    expect(dashboardPath(freeSlug(slugOf('𠮷'.repeat(200)), new Set())).length).toBeLessThan(1000)
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
