import { afterEach, expect, it, vi } from 'vitest'
import { keepCollapsed, keptCollapsed } from './kept-sections.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(): void {
  const entries = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  })
}

it('keeps the collapsed sections of each dashboard apart, and none once all are open (DASH-88)', () => {
  stubStorage()
  keepCollapsed('sales', '12,15')
  keepCollapsed('costs', '7')
  expect([keptCollapsed('sales'), keptCollapsed('costs'), keptCollapsed('other')]).toEqual(['12,15', '7', undefined])
  keepCollapsed('sales', undefined)
  expect([keptCollapsed('sales'), keptCollapsed('costs')]).toEqual([undefined, '7'])
})

it('keeps nothing where the browser refuses to store (DASH-88)', () => {
  const refuse = () => {
    throw new Error('The operation is insecure.')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  keepCollapsed('sales', '12')
  expect(keptCollapsed('sales')).toBeUndefined()
})
