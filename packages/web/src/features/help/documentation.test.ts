import { expect, it } from 'vitest'
import { pageInMessage, topicAddress } from './documentation.ts'

const HELP = 'https://docs.example.com/sightline/home'
const page = 'https://docs.example.com/sightline/parameters'
const message = { type: 'iframe_url', message: page }

it('hears from the documentation alone (HELP-08, OPEN-116)', () => {
  expect(pageInMessage({ origin: 'https://docs.example.com', data: message }, HELP)).toBe(page)
  for (const origin of ['https://evil.example.com', 'http://docs.example.com', 'https://docs.example.com:8443', 'null', '']) {
    expect([origin, pageInMessage({ origin, data: message }, HELP)]).toEqual([origin, null])
  }
})

it('hears of pages of the documentation, and of nothing else (OPEN-116)', () => {
  const others = [
    { type: 'other', message: page },
    { type: 'iframe_url', message: 'https://evil.example.com/' },
    { type: 'iframe_url', message: 'javascript:alert(1)' },
    { type: 'iframe_url', message: 7 },
    { type: 'iframe_url' },
    'iframe_url',
    null,
    undefined,
  ]
  for (const data of others) expect(pageInMessage({ origin: 'https://docs.example.com', data }, HELP)).toBeNull()
})

it('finds a page in the own documentation, or in the one that is set (OPEN-115)', () => {
  expect(topicAddress('bigquery', null, '/help/')).toBe('/help/bigquery')
  expect(topicAddress('bigquery', 'https://docs.example.com/sightline/', '/help/')).toBe(
    'https://docs.example.com/sightline/bigquery',
  )
})
