/** A part of a text, in characters from its start. */
export interface TextRange {
  from: number
  to: number
}

const wordAt = (text: string, at: number): TextRange => {
  const word = /^[\w$]+/.exec(text.slice(at))
  return { from: at, to: Math.min(text.length, at + Math.max(1, word?.[0].length ?? 1)) }
}

/** Line `number`, counted from 1, without the blanks at its ends. */
function lineRange(text: string, number: number): TextRange | null {
  const lines = text.split('\n')
  const line = lines[number - 1]
  if (line === undefined || line.trim() === '') return null
  const from = lines.slice(0, number - 1).reduce((sum, each) => sum + each.length + 1, 0)
  return { from: from + line.length - line.trimStart().length, to: from + line.trimEnd().length }
}

/**
 * Where in a text a database found an error.
 * @param text the text as it was run
 * @param message the database's words: many name a line, some mark the place below it with a caret, some quote a word
 * @param position 1-based character, where the source tells it; null otherwise
 * @returns null when nothing can be told
 */
export function errorPlace(text: string, message: string, position: number | null): TextRange | null {
  if (position !== null && position >= 1 && position <= text.length) return wordAt(text, position - 1)

  const marked = /^(LINE (\d+): )(.*)\n( *)\^/m.exec(message)
  if (marked) {
    const [, label = '', line = '', shown = '', indent = ''] = marked
    const range = lineRange(text, Number(line))
    const source = text.split('\n')[Number(line) - 1] ?? ''
    // Long lines are quoted from somewhere in their middle.
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
