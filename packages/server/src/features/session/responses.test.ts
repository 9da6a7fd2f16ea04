import { expect, it } from 'vitest'
import { isSameSiteNavigation } from './responses.ts'

const PAGE = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'

it.each([
  ['a program', {}],
  ['curl', { accept: '*/*' }],
  ['fetch of Node.js', { accept: '*/*', 'sec-fetch-mode': 'cors' }],
  ['a link of our own page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document', accept: PAGE }],
  ['an address typed by hand', { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document', accept: PAGE }],
  ['a browser without TLS', { accept: PAGE }],
])('accepts a GET request of %s as intended', (_, headers) => {
  expect(isSameSiteNavigation(headers)).toBe(true)
})

it.each([
  ['a picture in a page of ours', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
  ['a frame in a page of ours', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe', accept: PAGE }],
  ['a call of a script', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty', accept: '*/*' }],
  ['a link of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document', accept: PAGE }],
  ['a link of a neighbour', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'document', accept: PAGE }],
  ['a picture without TLS, in Chrome', { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' }],
  ['a picture without TLS, in Firefox', { accept: 'image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5' }],
  ['a film without TLS', { accept: 'video/webm,video/ogg,video/*;q=0.9,application/ogg;q=0.7,audio/*;q=0.6,*/*;q=0.5' }],
])('does not accept a GET request of %s as intended', (_, headers) => {
  expect(isSameSiteNavigation(headers)).toBe(false)
})
