import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/error.ts'
import { listNote } from './list-note.ts'

const none = 'Favorite Queries will appear here'
const failure = new ApiError(500, null, 'The store is being moved.', null)

describe('the note of a short list without items (SHELL-11, SHELL-13, HOME-02, HOME-03)', () => {
  it('says that items will appear here', () => {
    expect(listNote({ data: { results: [] }, error: null }, none)).toBe(none)
  })

  it('shows the error of a failed load instead of saying that there are none', () => {
    expect(listNote({ data: undefined, error: failure }, none)).toBe('The store is being moved.')
    expect(listNote({ data: undefined, error: new Error() }, none)).toBe('Something went wrong.')
  })

  it('is null while loading, and with items even if a reload failed', () => {
    expect(listNote({ data: undefined, error: null }, none)).toBeNull()
    expect(listNote({ data: { results: [1] }, error: failure }, none)).toBeNull()
  })
})
