import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDrawer, type DrawerState } from './drawer-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watchedDrawer() {
  const states: DrawerState[] = []
  return { states, drawer: createDrawer((state) => states.push(state)) }
}

it('opens 300 ms after it was asked for (HELP-02)', () => {
  const { states, drawer } = watchedDrawer()
  drawer.open('home')
  vi.advanceTimersByTime(299)
  expect(states).toEqual([])
  vi.advanceTimersByTime(1)
  expect(states).toEqual([{ status: 'loading', topic: 'home' }])
})

it('is loading until the page has come (HELP-06)', () => {
  const { states, drawer } = watchedDrawer()
  drawer.open('home')
  vi.advanceTimersByTime(300 + 19_999)
  drawer.loaded()
  vi.advanceTimersByTime(20_000)
  expect(states.map(({ status }) => status)).toEqual(['loading', 'loaded'])
})

it('has failed 20,000 ms later without a page, and a late one changes nothing (HELP-06)', () => {
  const { states, drawer } = watchedDrawer()
  drawer.open('home')
  vi.advanceTimersByTime(300 + 19_999)
  expect(states.at(-1)).toMatchObject({ status: 'loading' })
  vi.advanceTimersByTime(1)
  drawer.loaded()
  expect(states.at(-1)).toEqual({ status: 'error', topic: 'home' })
})

it('is closed when it is closed, whatever was on its way (HELP-06)', () => {
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

it('shows another page at once when it is open', () => {
  const { states, drawer } = watchedDrawer()
  drawer.open('home')
  vi.advanceTimersByTime(300)
  drawer.loaded()
  drawer.open('mongodb')
  expect(states.at(-1)).toEqual({ status: 'loading', topic: 'mongodb' })
})
