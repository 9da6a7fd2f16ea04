import { describe, expect, it } from 'vitest'
import { CANVAS_SIZE, limitedWords, placeWords } from './word-cloud.ts'

const none = { min: null, max: null }
const word = (text: string, count: number) => ({ text, count })

describe('words of the same count', () => {
  it('are sorted by their text, whatever their original order was', () => {
    for (const some of [
      [word('a', 1), word('b', 1), word('c', 2)],
      [word('c', 2), word('b', 1), word('a', 1)],
    ])
      expect(limitedWords(some, none, none).map(({ text }) => text)).toEqual(['c', 'a', 'b'])
  })
})

describe('the limits of words', () => {
  it('apply to their own side only', () => {
    const some = [word('aaaa', 1), word('bb', 2), word('c', 3)]
    const shown = (lengths: { min: number | null; max: number | null }) =>
      limitedWords(some, lengths, none).map(({ count }) => count)
    expect([
      shown({ min: 2, max: 0 }),
      shown({ min: -1, max: 2 }),
      shown({ min: 2, max: 2 }),
      shown({ min: null, max: 1 }),
    ]).toEqual([[2, 1], [3, 2], [2], [3]])
    expect(limitedWords([word('x', 0), word('y', -2)], none, { min: 0, max: 0 })).toHaveLength(2)
  })
})

describe('a word on the canvas', () => {
  it('may be as wide as the canvas with padding on both sides, and no wider', () => {
    // With a font of 100 pixels and a padding of 0.12 on each side, a width of 49.76 fills the canvas.
    const placed = (width: number) => placeWords([word('x', 1)], () => width).length
    expect([placed(CANVAS_SIZE / 100 - 0.26), placed(CANVAS_SIZE / 100 - 0.22)]).toEqual([1, 0])
  })

  it('is left out together with every larger one, and smaller ones are still placed', () => {
    const widths: Record<string, number> = { huge: 60, long: 70, small: 5 }
    const placed = placeWords(
      [word('huge', 2), word('small', 2), word('long', 2), word('small', 2)],
      (text) => widths[text] ?? 1,
    )
    expect(placed.map(({ text, index }) => [text, index])).toEqual([
      ['small', 1],
      ['small', 3],
    ])
  })

  it('is rotated, so its width becomes its height', () => {
    expect(placeWords([word('a', 1), word('b', 1)], (text) => (text === 'b' ? 60 : 1)).map(({ text }) => text)).toEqual(['a'])
    expect(placeWords([word('a', 1), word('b', 1)], (text) => (text === 'b' ? 30 : 1)).map(({ rotation }) => rotation)).toEqual(
      [0, 90],
    )
  })
})
