import { PostgreSQL } from '@codemirror/lang-sql'
import { HighlightStyle } from '@codemirror/language'
import { highlightTree, tags } from '@lezer/highlight'
import { describe, expect, it } from 'vitest'
import { eachColoured } from './colours.ts'

const style = HighlightStyle.define([
  { tag: tags.keyword, class: 'keyword' },
  { tag: tags.string, class: 'string' },
  { tag: tags.number, class: 'number' },
  { tag: tags.comment, class: 'comment' },
])

type Coloured = [from: number, to: number, classes: string]

describe('the colours of what is in view', () => {
  const statements = Array.from({ length: 12 }, (_, at) =>
    at % 3 === 0
      ? `-- the ${at}th\nSELECT count(*), 'it''s ${at}'\n  FROM t${at} WHERE (a = ${at} AND b IN (1, 2));`
      : `UPDATE t${at} SET a = ${at} /* or\n more */ WHERE b = 'x';`,
  )
  const text = `${statements.join('\n\n')}\nSELECT 'open`
  const tree = PostgreSQL.language.parser.parse(text)

  it('are those of the whole text, wherever the view begins and ends', () => {
    let seen = 0
    for (let from = 0; from < text.length; from += 17) {
      for (let to = from + 1; to <= text.length; to += 53) {
        const expected: Coloured[] = []
        highlightTree(tree, style, (...part) => expected.push(part), from, to)
        const found: Coloured[] = []
        eachColoured(tree, style, [{ from, to }], (...part) => found.push(part))
        expect(found).toEqual(expected)
        seen += found.length
      }
    }
    expect(seen).toBeGreaterThan(500)
  })

  it('come in the order of the text where the view has several parts', () => {
    const found: Coloured[] = []
    eachColoured(
      tree,
      style,
      [
        { from: 0, to: 80 },
        { from: 200, to: 300 },
      ],
      (...part) => found.push(part),
    )
    expect(found.map(([from]) => from)).toEqual(found.map(([from]) => from).toSorted((one, other) => one - other))
    expect(found.some(([, to]) => to > 80 && to <= 200)).toBe(false)
  })

  it('are none in an empty text', () => {
    const found: Coloured[] = []
    eachColoured(PostgreSQL.language.parser.parse(''), style, [{ from: 0, to: 0 }], (...part) => found.push(part))
    expect(found).toEqual([])
  })
})
