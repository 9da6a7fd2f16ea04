import { describe, expect, it } from 'vitest'
import { languages, lexicalRulesOf } from './languages.ts'
import { type ReaderPosition, TextReader } from './text-reader.ts'

const positionOf = (language: string, text: string, ...parts: string[]): ReaderPosition => {
  const reader = new TextReader(lexicalRulesOf(language, text))
  for (const part of parts.length === 0 ? [text] : parts) reader.read(part)
  return reader.place()
}

/** Describes the end of a text: `code`, `comment`, the closing quote of a literal, or `in ` and the same for its content. */
function placeAt(language: string, text: string): string {
  const described = ({ literal, isComment, inner }: ReaderPosition): string => {
    if (isComment) return 'comment'
    if (literal === null) return 'code'
    if (inner !== null && described(inner) !== 'code') return `in ${described(inner)}`
    return typeof literal.closes === 'string' ? literal.closes : 'literal'
  }
  return described(positionOf(language, text))
}

describe('the position at the end of a text', () => {
  it.each<[string, string, string]>([
    ['postgresql', 'select ', 'code'],
    ['postgresql', "select 'a", "'"],
    ['postgresql', "select 'a''", "'"],
    ['postgresql', "select 'a'' b' ", 'code'],
    ['postgresql', 'select "a', '"'],
    ['postgresql', "select 1 -- it's", 'comment'],
    ['postgresql', "select 1 -- it's\n", 'code'],
    ['postgresql', '/* a /* b */ c', 'comment'],
    ['postgresql', '/* a /* b /* c */ d */ e', 'comment'],
    ['postgresql', '/* a /* b */ c */ d', 'code'],
    ['postgresql', "$a$ it's", 'literal'],
    ['postgresql', "$a$ it's $b$", 'literal'],
    ['postgresql', "$a$ it's $a$ ", 'code'],
    ['postgresql', "E'a\\' b", "'"],
    ['postgresql', "'a\\' b", 'code'],
    ['mysql', "'a\\' b", "'"],
    ['mysql', '/* a /* b */ c', 'code'],
    ['mysql', '1 --2', 'code'],
    ['mysql', '1 -- 2', 'comment'],
    ['transactsql', 'select [a]]b', ']'],
    ['oracle', "select q'[it's", 'literal'],
    ['oracle', "select q'[it's]' ", 'code'],
    ['bigquery', 'select """a " b', 'literal'],
    ['bigquery', "select r'a\\' b", "'"],
    ['flux', `x = "${'$'}{a`, 'code'],
    ['flux', `x = "${'$'}{f(r: {b: 1})} c`, '"'],
    ['flux', `x = "${'$'}{f(r: {b: 1})} c" `, 'code'],
    ['yaml', 'url: https://a.b/', '\n'],
    ['yaml', 'url: https://a.b/\nparams:', 'code'],
    ['yaml', 'text: |\n  it\'s "free"\n  more', 'literal'],
    ['jql', '{"jql": "project = \\"a', 'in "'],
    ['jql', '{"jql": "project = \\"a\\" and b', '"'],
    ['jql', '{"jql": "project = \\u0022a', 'in "'],
    ['jql', '{"other": "project = \\"a', '"'],
    ['graphql', '{ a(b: """c " d', '"""'],
  ])('in %s, after %j, is in: %s', (language, text, place) => {
    expect(placeAt(language, text)).toBe(place)
  })

  it('is behind an escaping backslash only there', () => {
    expect(positionOf('mysql', "'a\\").isEscaped).toBe(true)
    expect(positionOf('mysql', "'a\\\\").isEscaped).toBe(false)
    expect(positionOf('postgresql', "'a\\").isEscaped).toBe(false)
  })

  it('is open-ended if the last characters may belong to what follows', () => {
    for (const text of ["'a'", '1 -', '1 /', '$a']) expect(positionOf('postgresql', text).isOpenEnded, text).toBe(true)
    for (const text of ["'a' ", '1 - ', '1', "'a"]) expect(positionOf('postgresql', text).isOpenEnded, text).toBe(false)
  })

  const TEXT = [
    `select 'a''b', "c""d", \`e\`, [f]]g], $t$ h $t$, E'i\\'j' -- it's\n/* k /* l */ m */ + 1 # "n"\n`,
    `{"jql": "a = \\"b\\u0022 c", "d": ["e\\\\", 'f']}\nquery: |\n  g "h\n  i\nj: 'k''l'\n`,
    `x = "m${'$'}{f(n: {o: "p"})} q" // r\n"""s " t""" r'u\\' q'[v']' ‘w’ /x\\/y/ z`,
  ].join('\n')

  it.each(languages)('is the same in %s however the text is divided', (language) => {
    const seen = ({ kind, key, isEscaped, isComment, takesValue }: ReaderPosition) => ({
      kind,
      key,
      isEscaped,
      isComment,
      takesValue,
    })
    for (let end = 0; end <= TEXT.length; end++) {
      const text = TEXT.slice(0, end)
      const whole = seen(positionOf(language, text))
      expect(seen(positionOf(language, text, ...text)), text).toEqual(whole)
      for (const at of [end - 1, end - 2, end - 3]) {
        if (at > 0) expect(seen(positionOf(language, text, text.slice(0, at), text.slice(at))), text).toEqual(whole)
      }
    }
  })
})
