import { QueryError } from '../runner.ts'

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', a: '\x07' }
/** A word, or a text in quotes: in double ones with escapes. */
const PART = /"((?:[^"\\]|\\.)*)"(?=\s|$)|'((?:[^'\\]|\\.)*)'(?=\s|$)|([^\s"']\S*)/gs

/**
 * The commands of a text, one a line, each as its words; empty lines and those that begin with `#` are none.
 * @throws QueryError with the place where quotes are not closed
 */
export function commandsIn(text: string): string[][] {
  const commands: string[][] = []
  let start = 0
  for (const line of text.split('\n')) {
    const words = line.trim().startsWith('#') ? [] : wordsIn(line, start)
    if (words.length > 0) commands.push(words)
    start += line.length + 1
  }
  return commands
}

function wordsIn(line: string, start: number): string[] {
  const words: string[] = []
  let end = 0
  for (const { 0: part, index, 1: double, 2: single, 3: plain } of line.matchAll(PART)) {
    if (line.slice(end, index).trim() !== '') break
    words.push(double === undefined ? (plain ?? unescaped(single ?? '', false)) : unescaped(double, true))
    end = index + part.length
  }
  const rest = line.slice(end)
  if (rest.trim() !== '')
    throw new QueryError('The quotes in this command are not closed.', { position: start + end + rest.search(/\S/) + 1 })
  return words
}

function unescaped(text: string, isDouble: boolean): string {
  if (!isDouble) return text.replaceAll("\\'", "'")
  return text.replace(/\\(?:x([0-9a-f]{2})|(.))/gis, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
