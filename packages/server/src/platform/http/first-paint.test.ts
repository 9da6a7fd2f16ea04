import { describe, expect, it } from 'vitest'
import type { Viewer } from '../context.ts'
import { inLanguage } from '../language/reader.ts'
import { firstPaint } from './first-paint.ts'

const product = { name: 'Sightline', logoUrl: null }
const none: ReadonlySet<never> = new Set()
const nobody: Viewer = { kind: 'nobody', permissions: none }
const user = { kind: 'user', permissions: none } as unknown as Viewer
const visitor = (dashboardName: string) => ({ kind: 'token', dashboardName, permissions: none }) as unknown as Viewer

describe('what a page shows before its scripts have run', () => {
  it('is the header for a user, except in embeds and in full screen (OPEN-580)', () => {
    expect(firstPaint('/queries?q=a', user, product)).toContain('data-kind="header"')
    expect(firstPaint('/queries', user, product)).toContain('<b>Sightline</b>')
    expect(firstPaint('/embed/query/1/visualization/2', user, product)).toBe('')
    expect(firstPaint('/dashboard/sales?tab=1&fullscreen', user, product)).toBe('')
    expect(firstPaint('/forgot', nobody, product)).toBe('')
  })

  it('is the head of the sign-in page, in the language of the reader (OPEN-580)', () => {
    expect(firstPaint('/login?next=%2F', nobody, product)).toContain('<h1>Sign in to Sightline</h1><p>Ask, see, share.</p>')
    expect(inLanguage('de', () => firstPaint('/login', nobody, product))).not.toContain('Sign in')
    expect(firstPaint('/login', nobody, { ...product, name: 'Acme' })).toContain('<h1>Sign in to Acme</h1>')
  })

  it('is the name of a shared dashboard, with the logo of the organization, both as text (OPEN-580)', () => {
    const shown = firstPaint('/public/dashboards/k', visitor('<b>Sales</b> & more'), { name: '"Acme"', logoUrl: '/api/logo/1' })
    expect(shown).toContain('<h1>&lt;b&gt;Sales&lt;/b&gt; &amp; more</h1>')
    expect(shown).toContain('<img src="./api/logo/1" alt="&quot;Acme&quot;"')
  })
})
