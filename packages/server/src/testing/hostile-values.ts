import { fillIn } from '@sightline/domain/parameters/fill-in.ts'

const SIGNS = ["'", '"', '`', '\\', '$', '/', '*', '-', '#', '\n', ']', '}', ' ', 'a', 'é', '’', '%', '&', '{', ';']

/** Values that try to break out of the quotes of a query. */
export const HOSTILE_VALUES = distinct([
  "O'Brien",
  'say "hi"',
  'ends with \\',
  "\\'",
  "' or 1=1 -- ",
  "x' union all select 'LEAKED' -- ",
  '" or "1"="1',
  '/* x */ */',
  '# no // no',
  '$$ $tag$',
  '‘x’ “y” ʼ',
  'two\nlines',
  'two\r\nlines',
  '{{ x }}',
  '\\u0027 or 1=1',
  '\\x27 \\047 \\n',
  '😀 é ß 漢字',
  // All pairs of characters that are special in some language.
  ...SIGNS.flatMap((one) => SIGNS.map((other) => `${one}${other}`)),
])

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)]
}

/** A query text with a value from rows in the place of `{{ x }}`. @param language as `Runner.language` names it */
export const withValueFromRows = (language: string, text: string, value: unknown, more: object = {}): string =>
  fillIn(text, [{ name: 'x', type: 'query', queryId: 1, ...more }], { x: value }, language)

/** A query text with a text that is passed as a value in the place of `{{ x }}`. @param language as `Runner.language` names it */
export const withTextAsValue = (language: string, text: string, value: string): string =>
  fillIn(text, [{ name: 'x', type: 'text', passAsValue: true }], { x: value }, language)

/** A query text with the name of a table or column in the place of `{{ x }}`. @param language as `Runner.language` names it */
export const withName = (language: string, text: string, name: string): string =>
  fillIn(text, [{ name: 'x', type: 'identifier' }], { x: name }, language)
