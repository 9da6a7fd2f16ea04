import { describe, expect, it } from 'vitest'
import { isAllowedUrl } from './allowed-urls.ts'

describe('the URL of a link in rendered content (CONST-04)', () => {
  it.each([
    'http://example.com',
    'https://example.com/a?b=c:d',
    'data:image/png;base64,AAAA',
    'tel:+4930',
    'sms:+4930',
    'mailto:mara@example.com',
    '/queries/1',
    'queries/1',
    '#table',
  ])('may be %s', (address) => {
    expect(isAllowedUrl(address)).toBe(true)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x',
  ])('may not be %j', (address) => {
    expect(isAllowedUrl(address)).toBe(false)
  })
})
