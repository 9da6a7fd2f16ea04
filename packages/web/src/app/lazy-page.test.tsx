import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { lazyPage } from './lazy-page.ts'
import { PageNotLoaded } from './PageError.tsx'

const file = { Timetable: () => 'Departures' }

/** A page whose first attempts to load fail. */
function pageAfter(failures: number) {
  let left = failures
  const asked = { times: 0 }
  const load = async () => {
    asked.times += 1
    if (left-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return file
  }
  return { Page: lazyPage(load, 'Timetable'), asked }
}

describe('a lazy page', () => {
  it('is rendered once loaded, without another wait', async () => {
    const { Page, asked } = pageAfter(0)
    await Promise.all([Page.preload?.(), Page.preload?.()])
    expect(renderToStaticMarkup(<Page />)).toBe('Departures')
    expect(Page.preload).toBeUndefined()
    expect(asked.times).toBe(1)
  })

  it('throws to the error panel if it could not be loaded, but not on preload (SHELL-05)', async () => {
    const { Page } = pageAfter(1)
    await expect(Page.preload?.()).resolves.toBeUndefined()
    expect(() => renderToStaticMarkup(<Page />)).toThrow(PageNotLoaded)
  })

  it('is retried after a failure, and throws it until then', async () => {
    const { Page } = pageAfter(1)
    await Page.preload?.()
    const again = Page.preload?.()
    expect(() => renderToStaticMarkup(<Page />)).toThrow(PageNotLoaded)
    await again
    expect(renderToStaticMarkup(<Page />)).toBe('Departures')
  })
})
