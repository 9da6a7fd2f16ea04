import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collapseUnchanged, type DiffLine, lineDiff } from './line-diff.ts'

const signs = { same: ' ', removed: '-', added: '+' }
const shown = (lines: readonly DiffLine[]) => lines.map(({ kind, text }) => signs[kind] + text)
const without = (lines: readonly DiffLine[], kind: DiffLine['kind']) =>
  lines
    .filter((line) => line.kind !== kind)
    .map(({ text }) => text)
    .join('\n')

/** Texts of few different lines, so that they have some in common. */
const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 14 }).map((lines) => lines.join('\n'))

/** The maximum number of common lines, found by trying all possibilities. */
function longestCommon(one: string[], other: string[]): number {
  const [head, ...rest] = one
  if (head === undefined) return 0
  const at = other.indexOf(head)
  const skipping = longestCommon(rest, other)
  return at === -1 ? skipping : Math.max(skipping, 1 + longestCommon(rest, other.slice(at + 1)))
}

describe('the difference of two texts', () => {
  it('contains the removed and the added lines', () => {
    expect(shown(lineDiff('select a\nfrom t\nlimit 5', 'select a, b\nfrom t\nwhere b\nlimit 5'))).toEqual([
      '-select a',
      '+select a, b',
      ' from t',
      '+where b',
      ' limit 5',
    ])
  })

  it('numbers the lines of both texts', () => {
    expect(lineDiff('a\nb', 'b\nc').map(({ before, after }) => [before, after])).toEqual([
      [1, null],
      [2, 1],
      [null, 2],
    ])
  })

  it('contains both texts, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const lines = lineDiff(one, other)
        expect(without(lines, 'added')).toBe(one)
        expect(without(lines, 'removed')).toBe(other)
      }),
    )
  })

  it('keeps as many lines as possible', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const kept = lineDiff(one, other).filter(({ kind }) => kind === 'same').length
        expect(kept).toBe(longestCommon(one.split('\n'), other.split('\n')))
      }),
    )
  })

  it('is simplified for long texts without common lines, and still contains both', () => {
    const one = Array.from({ length: 3000 }, (_, n) => `a${n}`).join('\n')
    const other = Array.from({ length: 3000 }, (_, n) => `b${n}`).join('\n')
    const lines = lineDiff(`start\n${one}\nend`, `start\n${other}\nend`)
    expect([lines[0]?.kind, lines.length, lines.at(-1)?.kind]).toEqual(['same', 6002, 'same'])
    expect(without(lines, 'added')).toBe(`start\n${one}\nend`)
    expect(without(lines, 'removed')).toBe(`start\n${other}\nend`)
  })
})

describe('a collapsed difference', () => {
  it('leaves out lines far from any change', () => {
    const same = Array.from({ length: 10 }, (_, n) => `line ${n}`)
    const parts = collapseUnchanged(lineDiff(same.join('\n'), [...same.slice(0, 5), 'new', ...same.slice(5)].join('\n')), 2)
    expect(parts.map((part) => (part.kind === 'lines' ? shown(part.lines) : part.count))).toEqual([
      3,
      [' line 3', ' line 4', '+new', ' line 5', ' line 6'],
      3,
    ])
  })

  it('is a single gap if there are no changes', () => {
    expect(collapseUnchanged(lineDiff('a\nb', 'a\nb'), 3)).toEqual([{ kind: 'skipped', count: 2 }])
  })
})
