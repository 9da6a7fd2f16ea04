/** A range of a text, in characters from its start. */
export interface TextRange {
  from: number
  to: number
}

const wordAt = (text: string, at: number): TextRange => {
  const word = /^[\w$]+/.exec(text.slice(at))
  return { from: at, to: Math.min(text.length, at + Math.max(1, word?.[0].length ?? 1)) }
}

/** The range of a line without leading and trailing whitespace. @param number counted from 1 */
function lineRange(text: string, number: number): TextRange | null {
  const lines = text.split('\n')
  const line = lines[number - 1]
  if (line === undefined || line.trim() === '') return null
  const from = lines.slice(0, number - 1).reduce((sum, each) => sum + each.length + 1, 0)
  return { from: from + line.length - line.trimStart().length, to: from + line.trimEnd().length }
}

/**
 * Finds the range of an error that a database reported.
 * @param text the text as it was run
 * @param message the error message: many name a line, some mark the position below it with a caret, some quote a word
 * @param position 1-based position, if the data source reported one; null otherwise
 * @returns null if the range is unknown
 */
export function findErrorRange(text: string, message: string, position: number | null): TextRange | null {
  if (position !== null && position >= 1 && position <= text.length) return wordAt(text, position - 1)

  const marked = /^(LINE (\d+): )(.*)\n( *)\^/m.exec(message)
  if (marked) {
    const [, label = '', line = '', shown = '', indent = ''] = marked
    const range = lineRange(text, Number(line))
    const source = text.split('\n')[Number(line) - 1] ?? ''
    // Of long lines, only a part is quoted.
    const quoted = shown.replace(/^\.\.\./, '').replace(/\.\.\.$/, '')
    const start = source.indexOf(quoted)
    if (range !== null && start !== -1) {
      const lineStart = range.from - (source.length - source.trimStart().length)
      const column = start + indent.length - label.length - (shown.startsWith('...') ? 3 : 0)
      if (column >= 0 && column < source.length) return wordAt(text, lineStart + column)
    }
    return range
  }

  const near = /near ["'](.+?)["']/s.exec(message)
  const quotedText = near?.[1]?.split('\n')[0] ?? ''
  const line = /\bline:? (\d+)\b/i.exec(message)
  const range = line ? lineRange(text, Number(line[1])) : null
  if (quotedText !== '') {
    const at = text.indexOf(quotedText, range?.from ?? 0)
    if (at !== -1) return wordAt(text, at)
  }
  return range
}

/**
 * Maps a word in the text sent to the data source to the text in the editor. The two differ: parameters are filled in, and comments
 * between statements removed. Words are counted: the third `id` that was sent is the third `id` in the editor.
 * @param range the word in the text that was sent
 * @returns null if the editor has fewer of them, because the word was part of a parameter value
 */
export function rangeInEditorText(written: string, sent: string, range: TextRange): TextRange | null {
  if (written === sent) return range
  const word = sent.slice(range.from, range.to)
  const before = startsOf(word, sent).indexOf(range.from)
  // Parameter names are not sent.
  const withoutNames = written.replace(/\{\{.*?\}\}/gs, (tag) => ' '.repeat(tag.length))
  const from = startsOf(word, withoutNames)[before]
  return from === undefined ? null : { from, to: from + word.length }
}

/** The starts of all occurrences of a word that are not part of a longer word. */
function startsOf(word: string, text: string): number[] {
  const isInWord = (at: number) => /[\w$]/.test(word.charAt(0)) && /[\w$]/.test(text.charAt(at))
  const starts: number[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isInWord(at - 1) && !isInWord(at + word.length)) starts.push(at)
  }
  return starts
}
