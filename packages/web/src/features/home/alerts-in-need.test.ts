import type { Alert } from '@sightline/contract/alerts.ts'
import { describe, expect, it } from 'vitest'
import { alertsInNeed } from './Attention.tsx'

const alert = (name: string, state: Alert['state'], health: Alert['health'], muted = false) => ({
  name,
  state,
  health,
  options: { column: 'v', op: '>' as const, value: 1, muted },
})

describe('the alerts that need attention', () => {
  it('are triggered ones, then failing ones and those without data, without muted ones (HOME-20)', () => {
    const alerts = [
      alert('fine', 'ok', 'ok'),
      alert('new', 'unknown', 'ok'),
      alert('broken', 'ok', 'failing'),
      alert('empty', 'unknown', 'no_data'),
      alert('high', 'triggered', 'ok'),
      alert('quiet', 'triggered', 'ok', true),
    ]
    expect(alertsInNeed(alerts).map(({ name }) => name)).toEqual(['high', 'broken', 'empty'])
  })
})
