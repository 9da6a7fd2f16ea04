import { backslashed, doubled, type LexicalRules, type Literal, line, percentEncoded, plain } from './lexical-rules.ts'

const KEY = `(?:"[^"\\n]*"|'[^'\\n]*'|[^\\s"'#[\\]{},][^\\n"'[\\]{}]*?) *: +`
/** What stands in a line before its value, or before a key of it. */
const START = `\\n *(?:- +)*(?:${KEY})?`
/** Quotes open a text only where a value or a key begins; inside of a plain text they are letters. */
const AT_VALUE = `(?<=${START}(?:[!&][^\\s,[\\]{}]+ +)?|${START}[[{](?:[^\\n]*[[{,:])?\\s*)`
const AT_URL = `(?<=\\n *(?:"url"|'url'|url) *)`

const CONTROL = /[\p{Cc}\u2028\u2029\ufeff]/u
const escapes: Record<string, string> = Object.fromEntries(
  [
    ...Array.from({ length: 32 }, (_, code) => code),
    ...Array.from({ length: 33 }, (_, code) => 127 + code),
    0x2028,
    0x2029,
    0xfeff,
  ].map((code) => [String.fromCharCode(code), `\\u${code.toString(16).padStart(4, '0')}`]),
)

const double = backslashed('"', escapes, new RegExp(`${AT_VALUE}"`, 'y'))
const singleQuoted = doubled("'", new RegExp(`${AT_VALUE}'`, 'y'))
const single: Literal = { ...singleQuoted, write: (value) => (CONTROL.test(value) ? null : singleQuoted.write(value)) }

/** The URL that a document names: values are components of it, in quotes and without. */
const urls: Literal[] = [
  { ...double, opens: /(?<=\n *(?:"url"|'url'|url) *: +)"/y, write: percentEncoded },
  { ...single, opens: /(?<=\n *(?:"url"|'url'|url) *: +)'/y, write: percentEncoded },
  {
    opens: new RegExp(`${AT_URL}: +(?=[^\\s"'|>#&*!?%@\`[{])`, 'y'),
    partial: new RegExp(`${AT_URL}: *$`, 'y'),
    closes: '\n',
    write: percentEncoded,
  },
]

/** A text of many lines behind `|` or `>`, in which every sign counts. It ends with the first line that is indented no deeper. */
const blockScalar: Literal = {
  opens: new RegExp(`(?<=${START})[|>][-+0-9]*[ \\t]*(?:#[^\\n]*)?(?=\\n)`, 'y'),
  partial: new RegExp(`(?<=${START})[|>][-+0-9]*[ \\t]*(?:#[^\\n]*)?$`, 'y'),
  closes: (_, before) => new RegExp(`\\n(?= {0,${/\n( *)[^\n]*$/.exec(before)?.[1]?.length ?? 0}}[^ \\n])`, 'y'),
  write: plain,
}

/** https://yaml.org/spec/1.2.2/ as far as queries are written in it. */
export const yaml: LexicalRules = {
  literals: [...urls, double, single, blockScalar],
  comments: [line(/(?<=\s)#/y)],
  bare: plain,
}
