import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { firstGraphemes } from '@sightline/domain/shortened.ts'
import { type PlacedWord, placeWords, proportionalSizes, type Word } from '@sightline/domain/word-cloud.ts'
import { figureText } from '../cell-label.ts'
import { widthOf } from '../text-width.ts'

/** Says how many words are shown. */
export const noRoom = (shown: number, all: number, marks: NumberMarks) =>
  i18n._('{shown} of {all} words: no more have room', { shown: figureText(shown, marks), all: figureText(all, marks) })

/** Pixels on the screen; smaller words cannot be read. */
const LEAST_SIZE = 10
/** Pixels on the screen; without this limit a single word would fill its frame. */
const GREATEST_SIZE = 160
/** Letters; the whole word is in the tooltip. */
const MAX_LETTERS = 40

/** As many of the most frequent words, horizontally, as can be read in a frame. */
export function legibleWords(words: Word[], width: number, height: number): PlacedWord[] {
  if (width === 0 || height === 0) return []
  const shown = words.slice(0, 400).map((word) => ({ ...word, text: firstGraphemes(word.text, MAX_LETTERS) }))
  let count = shown.length
  for (;;) {
    const layout = { alternates: false, sizesOf: proportionalSizes }
    const placed = placeWords(shown.slice(0, count), (text) => widthOf(text), layout)
    const scale = scaleOf(boundsOf(placed), width, height)
    const least = Math.min(...placed.map(({ fontSize }) => fontSize))
    if (count <= 1 || least * scale >= LEAST_SIZE) return placed
    count = Math.floor(count * 0.75)
  }
}

/** A part of the plane of a cloud. */
export interface Bounds {
  left: number
  top: number
  width: number
  height: number
}

export const viewBoxOf = ({ left, top, width, height }: Bounds) => `${left} ${top} ${width} ${height}`

/** Pixels on the screen per unit of the cloud. */
const scaleOf = (box: Bounds, width: number, height: number) => Math.min(width / box.width, height / box.height)

/** The bounds of a cloud, with so much room around it that no word is larger than `GREATEST_SIZE`. */
export function calmBox(placed: readonly PlacedWord[], width: number, height: number): Bounds {
  const box = boundsOf(placed)
  const largest = Math.max(1, ...placed.map(({ fontSize }) => fontSize))
  const factor = Math.max(1, (scaleOf(box, width, height) * largest) / GREATEST_SIZE)
  if (!Number.isFinite(factor)) return box
  const [wide, high] = [box.width * factor, box.height * factor]
  return { left: box.left - (wide - box.width) / 2, top: box.top - (high - box.height) / 2, width: wide, height: high }
}

/** The bounds of a cloud, in its units. */
export function boundsOf(placed: readonly PlacedWord[]): Bounds {
  let [left, right, top, bottom] = [0, 0, 0, 0]
  for (const { text, x, y, fontSize, rotation } of placed) {
    const length = widthOf(text) * fontSize
    const [width, height] = rotation === 0 ? [length, fontSize] : [fontSize, length]
    left = Math.min(left, x - width / 2)
    right = Math.max(right, x + width / 2)
    top = Math.min(top, y - height / 2)
    bottom = Math.max(bottom, y + height / 2)
  }
  return { left, top, width: right - left, height: bottom - top }
}
