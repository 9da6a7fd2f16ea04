import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/error.ts'
import { listNote } from './list-note.ts'

const none = 'Favorite Queries will appear here'
const failure = new ApiError(500, null, 'The store is being moved.', null)

describe('a short list without items (SHELL-11, SHELL-13, HOME-02, HOME-03)', () => {
  it('tells where they will appear', () => {
    expect(listNote({ data: { results: [] }, error: null }, none)).toBe(none)
  })

  it('tells why they could not be had, and not that there are none', () => {
    expect(listNote({ data: undefined, error: failure }, none)).toBe('The store is being moved.')
    expect(listNote({ data: undefined, error: new Error() }, none)).toBe('Something went wrong.')
  })

  it('says nothing while they are on their way, or there, even where they could not be had anew', () => {
    expect(listNote({ data: undefined, error: null }, none)).toBeNull()
    expect(listNote({ data: { results: [1] }, error: failure }, none)).toBeNull()
  })
})
