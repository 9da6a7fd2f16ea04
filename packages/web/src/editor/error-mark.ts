import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { TextRange } from './error-place.ts'

/** Underlines a part of the text, or nothing. */
export const markError = StateEffect.define<TextRange | null>()

const underline = Decoration.mark({ class: 'cm-error' })

/** The underline of what the database complained about. Editing near it takes it away. */
export const errorMark = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes)
    transaction.changes.iterChangedRanges((from, to) => {
      next = next.update({ filter: (start, end) => end < from || start > to })
    })
    for (const effect of transaction.effects) {
      if (!effect.is(markError)) continue
      const range = effect.value
      const to = Math.min(range?.to ?? 0, transaction.newDoc.length)
      next = range === null || range.from >= to ? Decoration.none : Decoration.set(underline.range(range.from, to))
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})
