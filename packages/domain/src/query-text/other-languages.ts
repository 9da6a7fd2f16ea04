import {
  backslashed,
  block,
  dashes,
  doubled,
  inForm,
  type LexicalRules,
  LINE_BREAKS,
  type Literal,
  line,
  plain,
  raw,
  slashes,
  urlComponent,
} from './lexical-rules.ts'

const hash = line(/#/y)
const regularSigns = /[.*+?^${}()|[\]/]/g
/** A regular expression between slashes. All special characters are escaped, so that the value matches literally. */
const regularExpression = (opens: RegExp): Literal => ({
  opens,
  partial: /\/$/y,
  closes: '/',
  hasBackslashes: true,
  write: (value) => (/[\\\n\r]/.test(value) ? null : value.replace(regularSigns, '\\$&')),
})

/** Comes before a regular expression, but not before a division. */
const BEFORE_REGULAR = '(?:[=!]~|[,(]|\\b(?:from|select|by|in|measurement)\\b)\\s*'

/** InfluxQL has no escape for a carriage return. */
const influxqlQuoted = (quote: string): Literal => {
  const literal = backslashed(quote, { '\n': '\\n' })
  return { ...literal, write: (value) => (value.includes('\r') ? null : literal.write(value)) }
}
/** https://docs.influxdata.com/influxdb/v1/query_language/spec/ */
export const influxql: LexicalRules = {
  literals: [
    influxqlQuoted("'"),
    influxqlQuoted('"'),
    regularExpression(new RegExp(`(?<=${BEFORE_REGULAR}|\\.)/(?![*/])`, 'iy')),
  ],
  comments: [dashes, block],
  bare: plain,
}

const fluxString = backslashed('"', LINE_BREAKS)
/** https://docs.influxdata.com/flux/v0/spec/lexical-elements/. `${…}` in a string is an interpolation. */
export const flux: LexicalRules = {
  literals: [
    {
      ...fluxString,
      interpolation: '${',
      write: (value) => fluxString.write(value)?.replaceAll('$', '\\x24') ?? null,
    },
    regularExpression(new RegExp(`(?<=${BEFORE_REGULAR})/(?![*/])`, 'iy')),
  ],
  comments: [slashes],
  bare: plain,
}

/** https://neo4j.com/docs/cypher-manual/current/syntax/ */
export const cypher: LexicalRules = {
  literals: [backslashed("'"), backslashed('"'), doubled('`')],
  comments: [slashes, block],
  bare: plain,
}

const promqlLiterals = [backslashed("'", LINE_BREAKS), backslashed('"', LINE_BREAKS), raw(/`/y, '`', /[`\r]/)]
/** https://prometheus.io/docs/prometheus/latest/querying/basics/ */
export const promql: LexicalRules = { literals: promqlLiterals, comments: [hash], bare: plain }
/** The same language as a URL query: `query=…&step=…`. */
export const promqlForm: LexicalRules = { ...promql, literals: promqlLiterals.map(inForm) }
/** https://graphite.readthedocs.io/en/latest/render_api.html. Backslashes in strings are literal, so quotes cannot be escaped. */
export const graphite: LexicalRules = {
  literals: ["'", '"'].map((quote) => ({
    ...inForm(raw(new RegExp(quote, 'y'), quote, /['"\\\n\r]/)),
    hasBackslashes: true,
  })),
  comments: [],
  bare: plain,
}
/** For texts whose quotes are hidden by percent-encoding, so that literals cannot be recognized. */
export const unreadable: LexicalRules = { literals: [], comments: [], bare: plain }

/** A URL; values are components of it. */
export const url: LexicalRules = { literals: [], comments: [], bare: urlComponent }

const redisControl: Record<string, string> = Object.fromEntries(
  Array.from({ length: 32 }, (_, code) => [String.fromCharCode(code), `\\x${code.toString(16).padStart(2, '0')}`]),
)
/** Commands, one per line. A quote opens at the beginning of a word; white space outside of quotes separates arguments. */
export const redis: LexicalRules = {
  literals: [
    backslashed('"', redisControl, /(?<=\s)"/y),
    {
      opens: /(?<=\s)'/y,
      closes: "'",
      hasBackslashes: true,
      // A backslash is literal here, unless a quote follows.
      write: (value) => (/[\n\r]|\\(?:'|$)/.test(value) ? null : value.replaceAll("'", "\\'")),
    },
  ],
  comments: [line(/(?<=\n[ \t]*)#/y)],
  bare: (value) => (value.includes(' ') ? null : plain(value)),
}

/** The key of a spreadsheet, and the title of a sheet in quotes. */
export const sheets: LexicalRules = { literals: [raw(/"/y, '"', /["\n\r]/)], comments: [], bare: plain }

const jsonText = (value: string): string => JSON.stringify(value).slice(1, -1)
const jsonString: Literal = { opens: /"/y, closes: '"', hasBackslashes: true, write: jsonText }

/** JSON with strings that may be in another language: `inside` decides by the text before the string. */
const jsonWith = (inside?: Literal['inside'], write: Literal['write'] = jsonText): LexicalRules => ({
  literals: [{ ...jsonString, ...(inside ? { inside } : {}), write }],
  comments: [],
  bare: plain,
})

export const json = jsonWith()
/** JSON with a URL; values are components of the URL. */
export const jsonDocument: LexicalRules = {
  ...json,
  literals: [{ ...jsonString, opens: /(?<="url"\s*:\s*)"/y, write: urlComponent }, jsonString],
}

/** https://spec.graphql.org/October2021/#sec-String-Value */
export const graphql: LexicalRules = {
  literals: [
    {
      opens: /"""/y,
      partial: /""?$/y,
      closes: '"""',
      hasBackslashes: true,
      write: (value) => (/["\\]/.test(value) ? null : value),
    },
    { ...jsonString, partial: /""?$/y },
  ],
  comments: [hash],
  bare: plain,
}

const script: LexicalRules = {
  literals: [
    backslashed("'", LINE_BREAKS),
    backslashed('"', LINE_BREAKS),
    { ...raw(/`/y, '`', /[`\\$]/), hasBackslashes: true },
    regularExpression(/(?<=[(,=:[!&|?{};\n~]\s*)\/(?![*/])/y),
  ],
  comments: [slashes, block],
  bare: plain,
}
const jql: LexicalRules = {
  literals: [backslashed('"', LINE_BREAKS), backslashed("'", LINE_BREAKS)],
  comments: [],
  bare: plain,
}
const lucene: LexicalRules = {
  literals: [backslashed('"'), regularExpression(/(?<=[:\s(])\//y)],
  comments: [],
  bare: plain,
}

/** Jira's search: https://support.atlassian.com/jira-software-cloud/docs/advanced-search-reference-jql-fields/ */
export const jira = jsonWith((before) => (/"jql"\s*:\s*$/.test(before) ? jql : null))
/** The `query` uses the Lucene syntax. */
export const kibana = jsonWith((before) => (/"query"\s*:\s*$/.test(before) ? lucene : null))

const SCRIPT = /"script"\s*:\s*(?:\{[^{}]*"(?:source|inline)"\s*:\s*)?$|"(?:init|map|combine|reduce)_script"\s*:\s*$/
const LUCENE = /"(?:simple_)?query_string"\s*:\s*\{[^{}]*"query"\s*:\s*$/
export const elasticsearch = jsonWith((before) => (SCRIPT.test(before) ? script : LUCENE.test(before) ? lucene : null))

const JAVASCRIPT =
  /"\$where"\s*:\s*$|"\$(?:function|accumulator)"\s*:\s*\{[^{}]*"(?:body|init|accumulate|merge|finalize)"\s*:\s*$/
/** MongoDB treats strings that begin with a dollar sign as operators or field names. */
export const mongodb = jsonWith(
  (before) => (JAVASCRIPT.test(before) ? script : null),
  (value) => (value.startsWith('$') ? null : jsonText(value)),
)

const KEY = `(?:"[^"\\n]*"|'[^'\\n]*'|[^\\s"'#[\\]{},][^\\n"'[\\]{}]*?) *: +`
/** The beginning of a line before its value or key. */
const START = `\\n *(?:- +)*(?:${KEY})?`
/** A quote opens a string only at the beginning of a value or key; inside of a plain scalar it is an ordinary character. */
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

/** The URL of a document, quoted or not; values are components of it. */
const urls: Literal[] = [
  { ...double, opens: /(?<=\n *(?:"url"|'url'|url) *: +)"/y, write: urlComponent },
  { ...single, opens: /(?<=\n *(?:"url"|'url'|url) *: +)'/y, write: urlComponent },
  {
    opens: new RegExp(`${AT_URL}: +(?=[^\\s"'|>#&*!?%@\`[{])`, 'y'),
    partial: new RegExp(`${AT_URL}: *$`, 'y'),
    closes: '\n',
    write: urlComponent,
  },
]

/** A multi-line string after `|` or `>`, without escapes. It ends before the first line that is not indented deeper. */
const blockScalar: Literal = {
  opens: new RegExp(`(?<=${START})[|>][-+0-9]*[ \\t]*(?:#[^\\n]*)?(?=\\n)`, 'y'),
  partial: new RegExp(`(?<=${START})[|>][-+0-9]*[ \\t]*(?:#[^\\n]*)?$`, 'y'),
  closes: (_, before) => new RegExp(`\\n(?= {0,${/\n( *)[^\n]*$/.exec(before)?.[1]?.length ?? 0}}[^ \\n])`, 'y'),
  write: plain,
}

/** https://yaml.org/spec/1.2.2/, as far as queries use it. */
export const yaml: LexicalRules = {
  literals: [...urls, double, single, blockScalar],
  comments: [line(/(?<=\s)#/y)],
  bare: plain,
}
