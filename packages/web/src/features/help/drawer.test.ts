import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDrawer, type DrawerState, pageInMessage, topicUrl } from './drawer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watchedDrawer() {
  const states: DrawerState[] = []
  return { states, drawer: createDrawer((state) => states.push(state)) }
}

it('the help drawer opens after 300 ms (HELP-02)', () => {
  const { states, drawer } = watchedDrawer()
  drawer.open('home')
  vi.advanceTimersByTime(299)
  expect(states).toEqual([])
  vi.advanceTimersByTime(1)
  expect(states).toEqual([{ status: 'loading', topic: 'home' }])
})

it('the help drawer is loading until the page has loaded (HELP-06)', () => {
  const { states, drawer } = watchedDrawer()
  drawer.open('home')
  vi.advanceTimersByTime(300 + 19_999)
  drawer.loaded()
  vi.advanceTimersByTime(20_000)
  expect(states.map(({ status }) => status)).toEqual(['loading', 'loaded'])
})

it('the help drawer fails after 20,000 ms without a page, and a late page changes nothing (HELP-06)', () => {
  const { states, drawer } = watchedDrawer()
  drawer.open('home')
  vi.advanceTimersByTime(300 + 19_999)
  expect(states.at(-1)).toMatchObject({ status: 'loading' })
  vi.advanceTimersByTime(1)
  drawer.loaded()
  expect(states.at(-1)).toEqual({ status: 'error', topic: 'home' })
})

it('the help drawer stays closed after closing, even if a page was loading (HELP-06)', () => {
  const { states, drawer } = watchedDrawer()
  drawer.open('home')
  drawer.close()
  vi.advanceTimersByTime(60_000)
  drawer.open('bigquery')
  vi.advanceTimersByTime(300)
  drawer.close()
  drawer.loaded()
  vi.advanceTimersByTime(60_000)
  expect(states.map(({ status }) => status)).toEqual(['closed', 'loading', 'closed'])
})

it('the open help drawer shows another topic at once', () => {
  const { states, drawer } = watchedDrawer()
  drawer.open('home')
  vi.advanceTimersByTime(300)
  drawer.loaded()
  drawer.open('mongodb')
  expect(states.at(-1)).toEqual({ status: 'loading', topic: 'mongodb' })
})

const HELP = 'https://docs.example.com/sightline/home'
const page = 'https://docs.example.com/sightline/parameters'
const message = { type: 'iframe_url', message: page }

it('the help drawer ignores messages from other origins (HELP-08, OPEN-116)', () => {
  expect(pageInMessage({ origin: 'https://docs.example.com', data: message }, HELP)).toBe(page)
  for (const origin of ['https://evil.example.com', 'http://docs.example.com', 'https://docs.example.com:8443', 'null', '']) {
    expect([origin, pageInMessage({ origin, data: message }, HELP)]).toEqual([origin, null])
  }
})

it('the help drawer accepts only messages about pages of the documentation (OPEN-116)', () => {
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

it('the URL of a help topic is in the bundled documentation, or in the configured one (OPEN-115)', () => {
  expect(topicUrl('bigquery', null, '/help/')).toBe('/help/bigquery')
  expect(topicUrl('bigquery', 'https://docs.example.com/sightline/', '/help/')).toBe(
    'https://docs.example.com/sightline/bigquery',
  )
})
