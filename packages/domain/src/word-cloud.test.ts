import { array, assert, integer, property, record, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CANVAS_SIZE, limitedWords, type PlacedWord, placeWords, proportionalSizes, type Word, wordsIn } from './word-cloud.ts'

const none = { min: null, max: null }
const words = (...texts: [string, number][]): Word[] => texts.map(([text, count]) => ({ text, count }))
const texts = (limited: Word[]) => limited.map(({ text }) => text)

describe('the words of a column', () => {
  it('are counted in texts that occur several times (WORDS-02)', () => {
    expect(wordsIn(words(['to be  or', 2], ['not to\tbe', 1], [' ', 9]))).toEqual(
      words(['to', 3], ['be', 3], ['or', 2], ['not', 1]),
    )
  })

  it('are limited by their length (WORDS-03)', () => {
    const some = words(['a', 1], ['bbb', 1], ['ccccc', 1], ['𝒳𝒳', 1])
    expect(texts(limitedWords(some, { min: 2, max: 3 }, none))).toEqual(['bbb', '𝒳𝒳'])
    expect(texts(limitedWords(some, { min: null, max: 1 }, none))).toEqual(['a'])
  })

  it('are limited by their count (WORDS-04)', () => {
    const some = words(['a', 1], ['b', 5], ['c', 10])
    expect(texts(limitedWords(some, none, { min: 2, max: null }))).toEqual(['c', 'b'])
    expect(texts(limitedWords(some, none, { min: 2, max: 9 }))).toEqual(['b'])
  })

  it('have no limit if it is empty, zero or less (WORDS-05)', () => {
    const some = words(['a', 1], ['bb', 2])
    for (const nothing of [null, 0, -3]) {
      expect(limitedWords(some, { min: nothing, max: nothing }, { min: nothing, max: nothing })).toHaveLength(2)
    }
  })
})

describe('a word cloud', () => {
  const widthOf = (text: string) => text.length * 0.6

  it('scales its words from 10 to 100 (WORDS-07)', () => {
    const sizes = (...counts: [string, number][]) => placeWords(words(...counts), widthOf).map(({ fontSize }) => fontSize)
    expect(sizes(['a', 101], ['b', 51], ['c', 1])).toEqual([100, 55, 10])
    expect(sizes(['a', 7], ['b', 7])).toEqual([100, 100])
    expect(sizes()).toEqual([])
  })

  it('rotates every other word by 90 degrees (WORDS-10)', () => {
    const placed = placeWords(words(['one', 4], ['two', 3], ['three', 2], ['four', 1]), widthOf)
    expect(placed.map(({ rotation }) => rotation)).toEqual([0, 90, 0, 90])
    expect(placed[0]).toMatchObject({ text: 'one', x: 0, y: 0, fontSize: 100 })
  })

  it('has a canvas of 5000 by 5000, and leaves out the words that do not fit (WORDS-08)', () => {
    expect(CANVAS_SIZE).toBe(5000)
    expect(placeWords(words(['x'.repeat(200), 9], ['fits', 8]), widthOf).map(({ text }) => text)).toEqual(['fits'])
  })

  it('has no overlapping words, and none outside of the canvas', () => {
    const some = array(record({ text: string({ minLength: 1, maxLength: 12 }), count: integer({ min: 1, max: 500 }) }), {
      maxLength: 60,
    })
    assert(
      property(some, (list) => {
        const placed = placeWords(limitedWords(list, none, none), widthOf).map(boxOf)
        for (const [index, box] of placed.entries()) {
          expect(Math.max(Math.abs(box.left), box.right, Math.abs(box.top), box.bottom)).toBeLessThanOrEqual(CANVAS_SIZE / 2)
          for (const other of placed.slice(0, index)) {
            expect(box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top).toBe(
              false,
            )
          }
        }
      }),
      { numRuns: 30 },
    )
  })

  it('places 2,000 words, and gives up on words for which there is no space', () => {
    const many = (countOf: (n: number) => number) =>
      Array.from({ length: 2000 }, (_, n): Word => ({ text: `word${n % 97}`, count: countOf(n) }))
    expect(
      placeWords(
        many((n) => 4000 / (n + 1)),
        widthOf,
      ),
    ).toHaveLength(2000)
    expect(
      placeWords(
        many(() => 1),
        widthOf,
      ).length,
    ).toBeLessThan(2000)
  })

  const boxOf = ({ text, x, y, fontSize, rotation }: PlacedWord) => {
    const [width, height] = rotation === 0 ? [widthOf(text) * fontSize, fontSize] : [fontSize, widthOf(text) * fontSize]
    return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
  }
})

it('words are not rotated if none is to alternate (VIZ-29)', () => {
  const some = Array.from({ length: 9 }, (_, index): Word => ({ text: `word${index}`, count: 9 - index }))
  const rotations = (alternates: boolean) => {
    const placed = placeWords(some, (text) => text.length / 2, { alternates, sizesOf: proportionalSizes })
    return new Set(placed.map(({ rotation }) => rotation))
  }
  expect(rotations(false)).toEqual(new Set([0]))
  expect(rotations(true)).toEqual(new Set([0, 90]))
})

it('words of a plain cloud are as high as they are frequent, so that close counts look alike (OPEN-144)', () => {
  const counted = (...counts: number[]) => counts.map((count) => ({ text: 'a', count }))
  expect(proportionalSizes(counted(200, 190, 100, 1))).toEqual([100, 95, 50, 10])
  expect(proportionalSizes(counted(3))).toEqual([100])
  expect(proportionalSizes([])).toEqual([])
})
