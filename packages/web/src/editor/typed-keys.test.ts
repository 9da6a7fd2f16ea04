import { history, undo } from '@codemirror/commands'
import { EditorState, type Transaction } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { isPlainCharacter, type TypedKey, typeCharacter } from './typed-keys.ts'

const key = (name: string, held: Partial<TypedKey> = {}): TypedKey => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  ...held,
})

describe('a key that the editor inserts itself', () => {
  it('is any single character', () => {
    for (const name of ['a', 'Ä', ' ', '{', '€', '、']) expect(isPlainCharacter(key(name))).toBe(true)
    for (const name of ['Enter', 'Tab', 'Dead', 'Unidentified', '😀', '']) expect(isPlainCharacter(key(name))).toBe(false)
  })

  it('is not part of a shortcut or an input method', () => {
    expect(isPlainCharacter(key('s', { ctrlKey: true }))).toBe(false)
    expect(isPlainCharacter(key('s', { metaKey: true }))).toBe(false)
    expect(isPlainCharacter(key('k', { isComposing: true }))).toBe(false)
  })
})

describe('a typed character', () => {
  const stateOf = (doc: string, anchor: number, head = anchor) =>
    EditorState.create({ doc, selection: { anchor, head }, extensions: history() })

  it('is inserted at the cursor, replaces the selection, and moves the cursor after it', () => {
    const typed = typeCharacter(stateOf('SELECT 12', 9), '3', true).state
    expect([typed.doc.toString(), typed.selection.main.head]).toEqual(['SELECT 123', 10])
    const replaced = typeCharacter(stateOf('SELECT 12', 9, 7), 'x', true).state
    expect([replaced.doc.toString(), replaced.selection.main.head, replaced.selection.main.empty]).toEqual([
      'SELECT x',
      8,
      true,
    ])
  })

  it('scrolls the view only if it would not be visible', () => {
    const effects = (isInSight: boolean) => typeCharacter(stateOf('SELECT 12', 9), '3', isInSight).effects.length
    expect([effects(true), effects(false)]).toEqual([0, 1])
    expect(typeCharacter(stateOf('SELECT 12', 9), '3', true).scrollIntoView).toBe(false)
  })

  it('counts as typing: suggestions open, and consecutive characters are undone together', () => {
    const first = typeCharacter(stateOf('', 0), 'a', true)
    expect(first.isUserEvent('input.type')).toBe(true)
    let state = typeCharacter(first.state, 'b', true).state
    expect(state.doc.toString()).toBe('ab')
    undo({ state, dispatch: (transaction: Transaction) => (state = transaction.state) })
    expect(state.doc.toString()).toBe('')
  })
})
