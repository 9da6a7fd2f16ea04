import { expect, it } from 'vitest'
import { browserText } from './present.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Chrome/120.0.0.0 Safari/537.36`,
    'PC / Mac OS X 10.15 / Chrome 120.0',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    'PC / Windows 10.0 / Edge 126.0',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'PC / Linux / Firefox 128.0'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
    'iPhone / iOS 17.4 / Safari 17.4',
  ],
  [
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Android / Android 14 / Chrome 125.0',
  ],
  ['python-requests/2.31.0', 'PC / Other / Other'],
  ['', 'PC / Other / Other'],
])('summarises "%s" as "%s"', (userAgent, text) => {
  expect(browserText(userAgent)).toBe(text)
})
