import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from './headers.ts'

/** The only inline script of a page, as a policy names it. A change of the script changes it. */
function hashOfScript(page: string): string {
  const html = readFileSync(new URL(`../../../../web/public/static/${page}`, import.meta.url), 'utf8')
  const [[, script = ''] = [], ...more] = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]
  expect(more).toEqual([])
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

const policyOf = (path: string) => securityHeaders()(path)['content-security-policy']?.split('; ') ?? []

describe('the frame of custom charts', () => {
  it('has an opaque origin and no network, and only this site may frame it (OPEN-63)', () => {
    const policy = policyOf('/static/custom-chart.html')
    expect(policy).toContain('sandbox allow-scripts')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`script-src ${hashOfScript('custom-chart.html')} 'unsafe-eval'`)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy.join(' ')).not.toMatch(/https?:|connect-src|allow-same-origin|allow-top-navigation/)
    expect(policy.find((part) => part.startsWith('script-src'))).not.toContain('unsafe-inline')
  })

  it('changes no header of any other page', () => {
    for (const path of ['/', '/queries/1', '/static/custom-chart.html/x', '/static/custom-chart.htm']) {
      const policy = policyOf(path)
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      // Frames may only show this site, so that no chart can navigate its frame to another one.
      expect(policy).toContain("default-src 'self'")
      expect(policy.join(' ')).not.toContain('frame-src')
    }
  })
})

describe('the frame of plug-ins', () => {
  const path = '/static/plug-in-frame.html'

  it('has an opaque origin and no network, and runs no scripts but its own and modules that it makes (OPEN-497)', () => {
    const policy = policyOf(path)
    expect(policy).toContain('sandbox allow-scripts')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`script-src ${hashOfScript('plug-in-frame.html')} blob:`)
    expect(policy.join(' ')).not.toMatch(/https?:|connect-src|unsafe-eval|allow-same-origin|allow-top-navigation/)
  })

  it('may stand in embeds, whose pages other sites frame (OPEN-496)', () => {
    expect(policyOf(path)).toContain('frame-ancestors *')
    expect(securityHeaders()(path)).not.toHaveProperty('x-frame-options')
  })
})

describe('the frame of the help', () => {
  it('may be framed by this site, with the policy of all pages (OPEN-115)', () => {
    const policy = policyOf('/help/home')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toContain("script-src 'self'")
    expect(securityHeaders()('/help/home')['x-frame-options']).toBe('sameorigin')
  })

  it('may also show the documentation that the operator has configured, and no other site (OPEN-115)', () => {
    const policy = securityHeaders({ helpUrl: 'https://docs.example.com/sightline/' })('/queries')[
      'content-security-policy'
    ]?.split('; ')
    expect(policy).toContain("frame-src 'self' https://docs.example.com")
    expect(policy).toContain("frame-ancestors 'none'")
  })
})
