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

describe('keys that act one after the other', () => {
  it('act when the second follows the first', () => {
    expect(typing(['g', 100], ['q', 400])).toEqual([undefined, 'queries'])
  })

  it('forget the first after a second', () => {
    expect(typing(['g', 100], ['q', 1200])).toEqual([undefined, undefined])
  })

  it('start again after a key that leads nowhere', () => {
    expect(typing(['x', 0], ['g', 10], ['g', 20], ['d', 30])).toEqual([undefined, undefined, undefined, 'dashboards'])
  })

  it('leave single keys alone', () => {
    expect(typing(['/', 0])).toEqual(['search'])
  })

  it('do nothing where the action is not on offer', () => {
    expect(typing(['c', 0], ['q', 10])).toEqual([undefined, undefined])
  })
})
