const INDENT = '    '
const TAG = /\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}/g
/** A tag, a string, a bracket, another sign, or any other token, such as a number. */
const TOKEN = /\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * Formats JSON with one value per line, indented by four spaces. Only white space changes: numbers keep their digits, keys their
 * order, and `{{ tags }}` stay unchanged.
 * @throws SyntaxError if the text is not JSON
 */
export function formatJson(text: string): string {
  // A tag may be a value or part of a string; a digit is valid in both places.
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
