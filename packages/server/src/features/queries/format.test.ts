import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../platform/http/errors.ts'
import { formatText } from './format.ts'

describe('formatting a text', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is refused at the time limit, and the next text gets a new thread', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    // The limit does not include the start of the thread.
    await formatText('{}', 'json', '')
    const refused = expect(formatText('{{'.repeat(100_000), 'json', '')).rejects.toEqual(
      new AppError('invalid_input', { reason: 'This query cannot be formatted: it takes longer than 10 seconds.' }),
    )
    vi.advanceTimersByTime(10_000)
    await refused
    vi.useRealTimers()
    expect(await formatText('select 1', 'sql', '')).toBe('SELECT\n  1')
  })
})
