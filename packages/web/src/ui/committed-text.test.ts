import { describe, expect, it } from 'vitest'
import { committedText } from './committed-text.ts'

describe('leaving an in-place edit', () => {
  it('commits the trimmed text', () => {
    expect(committedText(' Delay by month ', 'Delay', false)).toBe('Delay by month')
  })

  it('CTRL-05 commits no blank, unless the value may be emptied', () => {
    expect(committedText('   ', 'Delay', false)).toBeNull()
    expect(committedText('   ', 'A description', true)).toBe('')
  })

  it('CTRL-06 commits no unchanged value', () => {
    expect(committedText('Delay ', 'Delay', false)).toBeNull()
  })
})
