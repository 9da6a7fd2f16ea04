/** A word and how often it occurs. */
export interface Word {
  text: string
  count: number
}

/** A lower and an upper limit; null, zero and less mean none. */
export interface Limits {
  min: number | null
  max: number | null
}

/** Counts the words of texts, each of which occurs `count` times. Words are separated by white space. */
export function wordsIn(texts: readonly Word[]): Word[] {
  const counts = new Map<string, number>()
  for (const { text, count } of texts) {
    for (const word of text.split(/\s+/)) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + count)
  }
  return [...counts].map(([text, count]) => ({ text, count }))
}

/** The words within both limits, the most frequent first. */
export function limitedWords(words: readonly Word[], lengths: Limits, counts: Limits): Word[] {
  return words
    .filter(({ text, count }) => isWithin([...text].length, lengths) && isWithin(count, counts))
    .toSorted((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
}

function isWithin(value: number, { min, max }: Limits): boolean {
  return (min === null || min <= 0 || value >= min) && (max === null || max <= 0 || value <= max)
}

/** Width and height in pixels. Words that do not fit are left out. */
export const CANVAS_SIZE = 5000
/** Font sizes in pixels of the least and the most frequent word. */
const FONT_SIZES = { min: 10, max: 100 }
const ROTATION_DEGREES = 90

export interface PlacedWord extends Word {
  /** The centre, relative to the centre of the canvas. */
  x: number
  y: number
  fontSize: number
  /** Degrees. */
  rotation: number
  /** Rank among all words, 0 for the most frequent. */
  index: number
}

/** Padding around a word, relative to its font size. */
const PADDING = 0.12
/** Height of a word, relative to its font size. */
const LINE = 0.92
/** Width divided by height; clouds are shown in frames that are wider than high. */
const ASPECT = 1.7
/** The step along the spiral, and outwards per turn, relative to the thickness of a word. */
const STRIDE = 0.5
/** Radians; its multiples never point in the same direction. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))
/** Attempts for all words together; placing the remaining words would take too long. */
const MAX_TRIES = 400_000

/** The font size of each word, in proportion between the least and the most frequent one. */
function fontSizes(words: readonly Word[]): number[] {
  const counts = words.map(({ count }) => count)
  const [least, most] = counts.reduce(
    ([low, high], count) => [Math.min(low, count), Math.max(high, count)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  const { min, max } = FONT_SIZES
  return counts.map((count) => (most === least ? max : min + ((count - least) / (most - least)) * (max - min)))
}

/** Font sizes in proportion to the counts themselves, so that close counts look alike; none is below the smallest. */
export function proportionalSizes(words: readonly Word[]): number[] {
  const most = words.reduce((high, { count }) => Math.max(high, count), 0)
  return words.map(({ count }) => Math.max(FONT_SIZES.min, (count / most) * FONT_SIZES.max))
}

/** How words are placed: every other one rotated, in sizes between the least and the most frequent one. */
interface Layout {
  alternates: boolean
  sizesOf(words: readonly Word[]): number[]
}
const USUAL: Layout = { alternates: true, sizesOf: fontSizes }

/**
 * Places words around the centre of the canvas without overlaps.
 * @param words the most frequent first
 * @param widthOf the width of a text in a font of one pixel
 */
export function placeWords(
  words: readonly Word[],
  widthOf: (text: string) => number,
  { alternates, sizesOf }: Layout = USUAL,
): PlacedWord[] {
  const sizes = sizesOf(words)
  const taken = new TakenSpace()
  const placed: PlacedWord[] = []
  const tooLarge: Box[] = []
  // The space further inside is practically full.
  let reached = 0
  for (const [index, word] of words.entries()) {
    const fontSize = sizes[index] ?? FONT_SIZES.min
    const isUpright = alternates && index % 2 === 1
    const length = (widthOf(word.text) + PADDING * 2) * fontSize
    const thickness = (LINE + PADDING) * fontSize
    const box = isUpright ? { width: thickness, height: length } : { width: length, height: thickness }
    // Free space only shrinks: a word has no place if a smaller one had none.
    if (tooLarge.some(({ width, height }) => box.width >= width && box.height >= height)) continue
    const found = freePlace(taken, box, { stride: thickness * STRIDE, from: reached, index })
    if (!found) {
      tooLarge.push(box)
      continue
    }
    reached = found.radius
    taken.add(edges(found.x, found.y, box))
    placed.push({ ...word, x: found.x, y: found.y, fontSize, rotation: isUpright ? ROTATION_DEGREES : 0, index })
  }
  return placed
}

interface Box {
  width: number
  height: number
}

/**
 * The first free place along a spiral around the centre. Each word starts in another direction, where space is more likely.
 * @param walk pixels between two attempts and between two turns, the initial radius, and the index of the word
 */
function freePlace(
  taken: TakenSpace,
  box: Box,
  { stride, from, index }: { stride: number; from: number; index: number },
): { x: number; y: number; radius: number } | null {
  const half = CANVAS_SIZE / 2
  const start = index * GOLDEN_ANGLE
  let turned = 0
  while (taken.tries < MAX_TRIES) {
    const radius = from + (turned / (2 * Math.PI)) * stride
    if (radius > half) return null
    const x = radius * Math.cos(start + turned) * ASPECT
    const y = radius * Math.sin(start + turned)
    const isOnCanvas = Math.abs(x) + box.width / 2 <= half && Math.abs(y) + box.height / 2 <= half
    const own = edges(x, y, box)
    const other = isOnCanvas ? taken.overlapping(own) : null
    if (isOnCanvas && other === null) return { x, y, radius }
    const way = other === null ? stride : Math.max(stride, wayPast(own, other, start + turned))
    turned += way / Math.max(radius, stride)
  }
  return null
}

/**
 * The distance along the spiral after which a box no longer overlaps another.
 * @param direction from the centre to the box
 */
function wayPast(own: Edges, other: Edges, direction: number): number {
  const [dx, dy] = [-Math.sin(direction) * ASPECT, Math.cos(direction)]
  const acrossX = dx > 0 ? other.right - own.left : own.right - other.left
  const acrossY = dy > 0 ? other.bottom - own.top : own.bottom - other.top
  return Math.min(acrossX / Math.max(Math.abs(dx), 0.01), acrossY / Math.max(Math.abs(dy), 0.01))
}

type Edges = ReturnType<typeof edges>

/** Boxes indexed by the grid squares that they touch, so that an attempt checks only nearby boxes. */
class TakenSpace {
  tries = 0
  readonly #boxes = new Map<number, Edges[]>()

  /** A box that overlaps this one; null if there is none. */
  overlapping(own: Edges): Edges | null {
    this.tries += 1
    const { first, last } = squaresOf(own)
    for (let row = first.row; row <= last.row; row++) {
      for (let column = first.column; column <= last.column; column++) {
        const others = this.#boxes.get(row * SQUARES + column)
        const found = others?.find((other) => overlap(own, other))
        if (found) return found
      }
    }
    return null
  }

  add(own: Edges): void {
    const { first, last } = squaresOf(own)
    for (let row = first.row; row <= last.row; row++) {
      for (let column = first.column; column <= last.column; column++) {
        const others = this.#boxes.get(row * SQUARES + column)
        if (others) others.push(own)
        else this.#boxes.set(row * SQUARES + column, [own])
      }
    }
  }
}

/** Size of a square in pixels, and the number of squares per row. */
const SQUARE = 64
const SQUARES = Math.ceil(CANVAS_SIZE / SQUARE) + 1

function squaresOf({ left, right, top, bottom }: Edges) {
  const place = (at: number) => Math.floor((at + CANVAS_SIZE / 2) / SQUARE)
  return { first: { row: place(top), column: place(left) }, last: { row: place(bottom), column: place(right) } }
}

const overlap = (a: Edges, b: Edges) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top

const edges = (x: number, y: number, { width, height }: Box) => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
})
