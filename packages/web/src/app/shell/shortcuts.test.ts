import { describe, expect, it } from 'vitest'
import { followKeys } from './shortcuts.ts'

const actions = { '/': 'search', gq: 'queries', gd: 'dashboards', cq: undefined }

function typing(...keys: [key: string, at: number][]) {
  let state = { keys: '', at: 0 }
  return keys.map(([key, at]) => {
    const step = followKeys(state, key, at, actions)
    state = step.state
    return step.action
  })
}

describe('a sequence of shortcut keys', () => {
  it('runs the action when the second key follows the first', () => {
    expect(typing(['g', 100], ['q', 400])).toEqual([undefined, 'queries'])
  })

  it('forgets the first key after one second', () => {
    expect(typing(['g', 100], ['q', 1200])).toEqual([undefined, undefined])
  })

  it('starts again after a key without an action', () => {
    expect(typing(['x', 0], ['g', 10], ['g', 20], ['d', 30])).toEqual([undefined, undefined, undefined, 'dashboards'])
  })

  it('runs the action of a single key at once', () => {
    expect(typing(['/', 0])).toEqual(['search'])
  })

  it('does nothing if the action is not available', () => {
    expect(typing(['c', 0], ['q', 10])).toEqual([undefined, undefined])
  })
})
