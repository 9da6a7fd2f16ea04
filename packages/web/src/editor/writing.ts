import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import {
  crosshairCursor,
  dropCursor,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { cursor } from './cursor.ts'
import { errorMark } from './error-mark.ts'
import { findPanel } from './find-panel.ts'
import { lineRoom } from './line-room.ts'
import { parameterMarks } from './parameters.ts'
import { readAhead } from './read-ahead.ts'
import { editorTheme } from './theme.ts'
import { typedKeys } from './typed-keys.ts'

/** What writing is like, whatever the language. */
export const writing: Extension = [
  lineNumbers(),
  highlightActiveLineGutter(),
  history(),
  cursor(),
  dropCursor(),
  rectangularSelection(),
  crosshairCursor(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  indentUnit.of('  '),
  bracketMatching(),
  closeBrackets(),
  highlightSelectionMatches(),
  findPanel,
  parameterMarks,
  readAhead,
  typedKeys,
  lineRoom,
  errorMark,
  editorTheme,
]

/** The keys of every editor. They come after those of the language and of the page. */
export const usualKeys: Extension = keymap.of([
  ...closeBracketsKeymap,
  ...completionKeymap,
  ...searchKeymap,
  ...historyKeymap,
  ...defaultKeymap,
  indentWithTab,
])
