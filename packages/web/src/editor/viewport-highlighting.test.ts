import { PostgreSQL } from '@codemirror/lang-sql'
import { HighlightStyle } from '@codemirror/language'
import { highlightTree, tags } from '@lezer/highlight'
import { describe, expect, it } from 'vitest'
import { eachHighlighted } from './viewport-highlighting.ts'

const style = HighlightStyle.define([
  { tag: tags.keyword, class: 'keyword' },
  { tag: tags.string, class: 'string' },
  { tag: tags.number, class: 'number' },
  { tag: tags.comment, class: 'comment' },
])

type Highlighted = [from: number, to: number, classes: string]

describe('the highlighting of the visible text', () => {
  const statements = Array.from({ length: 12 }, (_, at) =>
    at % 3 === 0
      ? `-- the ${at}th\nSELECT count(*), 'it''s ${at}'\n  FROM t${at} WHERE (a = ${at} AND b IN (1, 2));`
      : `UPDATE t${at} SET a = ${at} /* or\n more */ WHERE b = 'x';`,
  )
  const text = `${statements.join('\n\n')}\nSELECT 'open`
  const tree = PostgreSQL.language.parser.parse(text)

  it('is the same as that of the whole text, wherever the viewport starts and ends', () => {
    let seen = 0
    for (let from = 0; from < text.length; from += 17) {
      for (let to = from + 1; to <= text.length; to += 53) {
        const expected: Highlighted[] = []
        highlightTree(tree, style, (...part) => expected.push(part), from, to)
        const found: Highlighted[] = []
        eachHighlighted(tree, style, [{ from, to }], (...part) => found.push(part))
        expect(found).toEqual(expected)
        seen += found.length
      }
    }
    expect(seen).toBeGreaterThan(500)
  })

  it('is in the order of the text if the viewport has several parts', () => {
    const found: Highlighted[] = []
    eachHighlighted(
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

  it('is empty for an empty text', () => {
    const found: Highlighted[] = []
    eachHighlighted(PostgreSQL.language.parser.parse(''), style, [{ from: 0, to: 0 }], (...part) => found.push(part))
    expect(found).toEqual([])
  })
})
