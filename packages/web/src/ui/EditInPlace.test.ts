import { describe, expect, it } from 'vitest'
import { textToCommit } from './EditInPlace.tsx'

describe('leaving an in-place edit', () => {
  it('commits the trimmed text', () => {
    expect(textToCommit(' Delay by month ', 'Delay', false)).toBe('Delay by month')
  })

  it('commits no blank, unless the value may be emptied (CTRL-05)', () => {
    expect(textToCommit('   ', 'Delay', false)).toBeNull()
    expect(textToCommit('   ', 'A description', true)).toBe('')
  })

  it('commits no unchanged value (CTRL-06)', () => {
    expect(textToCommit('Delay ', 'Delay', false)).toBeNull()
  })
})
