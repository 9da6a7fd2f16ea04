import { describe, expect, it } from 'vitest'
import { committedText } from './committed-text.ts'

describe('leaving an in-place edit', () => {
  it('commits the trimmed text', () => {
    expect(committedText(' Delay by month ', 'Delay', false)).toBe('Delay by month')
  })

  it('commits no blank, unless the value may be emptied (CTRL-05)', () => {
    expect(committedText('   ', 'Delay', false)).toBeNull()
    expect(committedText('   ', 'A description', true)).toBe('')
  })

  it('commits no unchanged value (CTRL-06)', () => {
    expect(committedText('Delay ', 'Delay', false)).toBeNull()
  })
})
