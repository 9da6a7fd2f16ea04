import { type EditorState, type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, type EditorView, hoverTooltip, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import type { TextPassing } from '@sightline/contract/data-sources.ts'
import { type Definition, isIdentifier, isPassedAsValue, titleOf } from '@sightline/domain/parameters/definition.ts'
import { whenIdle } from '../ui/loading-tracker.ts'

/** Milliseconds until refused places are looked for even if the browser is busy. */
const LATEST_MS = 500

const refused = Decoration.mark({ class: 'cm-error' })

/**
 * Shows how the parameters of a SQL query reach the database: a note on each tag under the pointer, and a wavy line below tags
 * whose parameter cannot be passed there.
 * @param definitions of the parameters in the text
 * @param language of the query text (`textLanguage`)
 * @param textPassing of the data source; undefined if it escapes texts
 */
export function parameterNotes(
  definitions: readonly Definition[],
  language: string,
  textPassing: TextPassing | undefined,
): Extension {
  if (definitions.length === 0) return []
  const notesIn = async (state: EditorState) => {
    // The rules of all SQL dialects are too large to load with the editor.
    const [{ placesOf }, { passingOf }] = await Promise.all([
      import('@sightline/domain/parameters/places.ts'),
      import('@sightline/domain/parameters/passing.ts'),
    ])
    return placesOf(state.doc.toString(), language).flatMap((place) => {
      const definition = definitions.find(({ name }) => name === place.name)
      return definition === undefined
        ? []
        : [{ ...place, title: titleOf(definition), ...passingOf(definition, place, textPassing) }]
    })
  }
  const hover = hoverTooltip(async (view, position) => {
    const note = (await notesIn(view.state)).find(({ start, end }) => start <= position && position <= end)
    if (note === undefined) return null
    return { pos: note.start, end: note.end, above: true, create: () => ({ dom: noteElement(note.title, note.note) }) }
  })
  const canBeRefused = (definition: Definition) => isPassedAsValue(definition) || isIdentifier(definition)
  return definitions.some(canBeRefused) ? [hover, refusedPlaces(notesIn)] : hover
}

function noteElement(title: string, note: string): HTMLElement {
  const element = document.createElement('div')
  element.className = 'cm-parameter-note'
  const heading = document.createElement('strong')
  heading.textContent = title
  element.append(heading, document.createElement('br'), note)
  return element
}

/** Underlines the refused places in idle time, so that no key waits for it. */
const refusedPlaces = (notesIn: (state: EditorState) => Promise<readonly RefusablePlace[]>) =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet = Decoration.none
      private readonly view: EditorView
      private cancel = () => {}
      constructor(view: EditorView) {
        this.view = view
        this.lookLater()
      }
      update({ docChanged, changes }: ViewUpdate) {
        if (!docChanged) return
        this.decorations = this.decorations.map(changes)
        this.lookLater()
      }
      destroy() {
        this.cancel()
      }
      private lookLater() {
        this.cancel()
        let isCurrent = true
        const stop = whenIdle(async () => {
          const { state } = this.view
          const notes = await notesIn(state)
          // The text may have changed meanwhile.
          if (isCurrent) this.show(notes)
        }, LATEST_MS)
        this.cancel = () => {
          isCurrent = false
          stop()
        }
      }
      private show(notes: readonly RefusablePlace[]) {
        const marks = new RangeSetBuilder<Decoration>()
        for (const { start, end, isRefused } of notes) if (isRefused) marks.add(start, end, refused)
        this.decorations = marks.finish()
        this.view.dispatch()
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )

interface RefusablePlace {
  start: number
  end: number
  isRefused: boolean
}
