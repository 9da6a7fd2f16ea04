import { describe, expect, it } from 'vitest'
import { textToCommit } from './committed-text.ts'

describe('leaving an in-place edit', () => {
  it('commits the trimmed text', () => {
    expect(textToCommit(' Delay by month ', 'Delay', false)).toBe('Delay by month')
  })

  it('CTRL-05 commits no blank, unless the value may be emptied', () => {
    expect(textToCommit('   ', 'Delay', false)).toBeNull()
    expect(textToCommit('   ', 'A description', true)).toBe('')
  })

  it('CTRL-06 commits no unchanged value', () => {
    expect(textToCommit('Delay ', 'Delay', false)).toBeNull()
  })
})
