import { EditorSelection, EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { cursor } from './base-extensions.ts'

describe('the drawing of the cursor', () => {
  const start = () =>
    EditorState.create({ doc: 'SELECT 1', extensions: [cursor(), EditorState.allowMultipleSelections.of(true)] })
  /** Whether a change of the selection reconfigures the editor. */
  const changes = (state: EditorState, selection: EditorSelection) => {
    const transaction = state.update({ selection })
    return { isChanged: transaction.effects.length > 0, state: transaction.state }
  }
  const at = (position: number) => EditorSelection.single(position)

  it('changes with the first and the last selection, and with no key between', () => {
    const moved = changes(start(), at(3))
    expect(moved.isChanged).toBe(false)
    expect(moved.state.update({ changes: { from: 3, insert: 'x' }, selection: { anchor: 4 } }).effects).toEqual([])
    const selected = changes(moved.state, EditorSelection.single(3, 5))
    expect(selected.isChanged).toBe(true)
    const more = changes(selected.state, EditorSelection.single(3, 8))
    expect(more.isChanged).toBe(false)
    expect(changes(more.state, at(2)).isChanged).toBe(true)
  })

  it('changes with a second cursor', () => {
    const two = EditorSelection.create([EditorSelection.cursor(1), EditorSelection.cursor(4)])
    expect(changes(start(), two).isChanged).toBe(true)
  })
})
