import { history, undo } from '@codemirror/commands'
import { EditorState, type Transaction } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { isPlainLetter, letterTyped, type TypedKey } from './typed-keys.ts'

const key = (name: string, held: Partial<TypedKey> = {}): TypedKey => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  ...held,
})

describe('a key that the editor puts into the text itself', () => {
  it('is one letter, whatever was held to reach it', () => {
    for (const name of ['a', 'Ä', ' ', '{', '€', '、']) expect(isPlainLetter(key(name))).toBe(true)
    for (const name of ['Enter', 'Tab', 'Dead', 'Unidentified', '😀', '']) expect(isPlainLetter(key(name))).toBe(false)
  })

  it('is none of a shortcut or of an input method', () => {
    expect(isPlainLetter(key('s', { ctrlKey: true }))).toBe(false)
    expect(isPlainLetter(key('s', { metaKey: true }))).toBe(false)
    expect(isPlainLetter(key('k', { isComposing: true }))).toBe(false)
  })
})

describe('a letter', () => {
  const stateOf = (doc: string, anchor: number, head = anchor) =>
    EditorState.create({ doc, selection: { anchor, head }, extensions: history() })

  it('goes to the cursor, takes the place of what is selected, and leaves the cursor behind it', () => {
    const typed = letterTyped(stateOf('SELECT 12', 9), '3', true).state
    expect([typed.doc.toString(), typed.selection.main.head]).toEqual(['SELECT 123', 10])
    const replaced = letterTyped(stateOf('SELECT 12', 9, 7), 'x', true).state
    expect([replaced.doc.toString(), replaced.selection.main.head, replaced.selection.main.empty]).toEqual([
      'SELECT x',
      8,
      true,
    ])
  })

  it('has the view follow it where it would not be seen, and nothing measured for that where it is', () => {
    const effects = (isInSight: boolean) => letterTyped(stateOf('SELECT 12', 9), '3', isInSight).effects.length
    expect([effects(true), effects(false)]).toEqual([0, 1])
    expect(letterTyped(stateOf('SELECT 12', 9), '3', true).scrollIntoView).toBe(false)
  })

  it('counts as typed by hand: suggestions open, and letters in a row are undone at once', () => {
    const first = letterTyped(stateOf('', 0), 'a', true)
    expect(first.isUserEvent('input.type')).toBe(true)
    let state = letterTyped(first.state, 'b', true).state
    expect(state.doc.toString()).toBe('ab')
    undo({ state, dispatch: (transaction: Transaction) => (state = transaction.state) })
    expect(state.doc.toString()).toBe('')
  })
})
