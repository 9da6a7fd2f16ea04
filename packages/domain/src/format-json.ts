const INDENT = '    '
const TAG = /\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}/g
/** A tag, a string, a bracket or another sign, or whatever else stands in one piece, such as a number. */
const TOKEN = /\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Lays JSON out with one value a line, four spaces a level. Only white space changes: numbers keep their digits, names their
 * order, and `{{ tags }}` stay as they are.
 * @throws SyntaxError for a text that is no JSON
 */
export function formatJson(text: string): string {
  // A tag may stand for a value or be a part of a string: a digit is right in both places.
  JSON.parse(text.replace(TAG, '0'))
  let laidOut = ''
  let depth = 0
  let previous = ''
  const newLine = () => `\n${INDENT.repeat(depth)}`
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '}' || token === ']') {
      depth--
      laidOut += previous === '{' || previous === '[' ? token : newLine() + token
    } else {
      if (previous === '{' || previous === '[' || previous === ',') laidOut += newLine()
      laidOut += token === ':' ? ': ' : token
      if (token === '{' || token === '[') depth++
    }
    previous = token
  }
  return laidOut
}
