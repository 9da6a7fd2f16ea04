import { describe, expect, it } from 'vitest'
import { textToCommit } from './EditInPlace.tsx'

describe('the end of an in-place edit', () => {
  it('commits the trimmed text', () => {
    expect(textToCommit(' Delay by month ', 'Delay', false)).toBe('Delay by month')
  })

  it('commits a blank text only if blanks are allowed (CTRL-05)', () => {
    expect(textToCommit('   ', 'Delay', false)).toBeNull()
    expect(textToCommit('   ', 'A description', true)).toBe('')
  })

  it('does not commit an unchanged value (CTRL-06)', () => {
    expect(textToCommit('Delay ', 'Delay', false)).toBeNull()
  })
})
