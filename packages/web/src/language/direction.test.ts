import { afterEach, describe, expect, it, vi } from 'vitest'

/** The module as it is in a page of a language. */
async function directionIn(language: string) {
  vi.resetModules()
  vi.stubGlobal('sightlineLanguage', { language, messages: {} })
  return import('./direction.ts')
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('the direction of a page', () => {
  it('turns keys, distances and names around in Arabic (OPEN-527)', async () => {
    const { pageDirection, keyInLine, towardsEnd, fromStart, inLine } = await directionIn('ar')
    expect(pageDirection).toBe('rtl')
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home'].map(keyInLine)).toEqual([
      'ArrowRight',
      'ArrowLeft',
      'ArrowUp',
      'Home',
    ])
    expect([towardsEnd(10), fromStart({ left: 100, right: 500 }, 450)]).toEqual([-10, 50])
    expect(inLine('Left', 'Right')).toEqual(['Right', 'Left'])
  })

  it('leaves them as they are in English (OPEN-527)', async () => {
    const { pageDirection, keyInLine, towardsEnd, fromStart, inLine } = await directionIn('en')
    expect(pageDirection).toBe('ltr')
    expect(['ArrowLeft', 'ArrowRight'].map(keyInLine)).toEqual(['ArrowLeft', 'ArrowRight'])
    expect([towardsEnd(10), fromStart({ left: 100, right: 500 }, 450)]).toEqual([10, 350])
    expect(inLine('Left', 'Right')).toEqual(['Left', 'Right'])
  })

  it('takes scroll positions as distances from the side at which lines start (OPEN-527)', async () => {
    const { scrolledFromStart } = await directionIn('ar')
    expect([-300, 0, 300].map((scrollLeft) => scrolledFromStart({ scrollLeft }))).toEqual([300, 0, 300])
  })
})
