import { useElementSize } from '@mantine/hooks'
import { type PlacedWord, placeWords, proportionalSizes, type Word } from '@sightline/domain/word-cloud.ts'
import { IconCloud } from '@tabler/icons-react'
import { useMemo } from 'react'
import { figureText } from '../cell-label.ts'
import { Nothing } from '../Placeholders.tsx'
import { widthOf } from '../text-width.ts'
import { stepInOrder, useMarks } from '../use-marks.ts'
import type { Formats, PickedMark, PickMark, RendererProps } from '../visualization.ts'
import { describe, type Prepared, plainColor, prepare, type WordCloudOptions, wordColor } from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders words in sizes that grow with their frequency. */
export function Renderer({ name, options, data, formats, colorScheme, onInspect = null }: RendererProps<WordCloudOptions>) {
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, options, formats) : { kind: 'nothing', reason: 'No data' }),
    [data, options, formats],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconCloud} reason={prepared.reason} />
  const { words, marks, note } = prepared
  return (
    <Cloud
      name={name}
      words={words}
      picked={marks}
      note={note}
      isPlain={options.isPlain}
      formats={formats}
      colorScheme={colorScheme}
      onInspect={onInspect}
    />
  )
}

interface CloudProps {
  name: string
  words: Word[]
  /** One for each word. */
  picked: readonly (PickedMark | null)[]
  note: string | null
  isPlain: boolean
  formats: Formats
  colorScheme: 'light' | 'dark'
  onInspect: PickMark | null
}

function Cloud({ name, words, picked, note, isPlain, formats, colorScheme, onInspect }: CloudProps) {
  const { numberMarks, chartColors } = formats
  const { ref: frame, width, height } = useElementSize()
  const placed = useMemo(
    () => (isPlain ? legibleWords(words, width, height) : placeWords(words, (text) => widthOf(text))),
    [words, isPlain, width, height],
  )
  const box = useMemo(() => (isPlain ? calmBox(placed, width, height) : boundsOf(placed)), [placed, isPlain, width, height])
  const marks = useMarks(placed.length, stepInOrder(placed.length), onInspect)
  const wordsOf = ({ text, count, index }: PlacedWord) => `${words[index]?.text ?? text}: ${figureText(count, numberMarks)}`
  return (
    <figure ref={frame} className={styles.frame}>
      <svg
        className={styles.cloud}
        viewBox={viewBoxOf(box)}
        aria-label={describe(name, words, numberMarks)}
        {...(onInspect === null ? { role: 'img' } : marks.holder)}
      >
        {placed.map((word, place) => (
          <text
            key={word.index}
            {...(onInspect !== null && marks.mark(place, wordsOf(word), picked[word.index] ?? null))}
            transform={`translate(${word.x.toFixed(1)} ${word.y.toFixed(1)}) rotate(${word.rotation})`}
            fontSize={word.fontSize.toFixed(1)}
            fill={isPlain ? plainColor(word.fontSize / 100, colorScheme) : wordColor(word.index, colorScheme, chartColors)}
          >
            {word.text}
            <title>{wordsOf(word)}</title>
          </text>
        ))}
      </svg>
      {(note !== null || placed.length < words.length) && (
        <figcaption className={styles.note}>
          {placed.length < words.length
            ? `${figureText(placed.length, numberMarks)} of ${figureText(words.length, numberMarks)} words: no more have room`
            : note}
        </figcaption>
      )}
    </figure>
  )
}

/** Pixels on the screen; smaller words cannot be read. */
const LEAST_SIZE = 10
/** Pixels on the screen; without this limit a single word would fill its frame. */
const GREATEST_SIZE = 160
/** Letters; the whole word is in the tooltip. */
const MAX_LETTERS = 40

const cut = (text: string) => {
  const letters = [...text]
  return letters.length > MAX_LETTERS
    ? `${letters
        .slice(0, MAX_LETTERS - 1)
        .join('')
        .trimEnd()}…`
    : text
}

/** As many of the most frequent words, horizontally, as can be read in a frame. */
function legibleWords(words: Word[], width: number, height: number): PlacedWord[] {
  if (width === 0 || height === 0) return []
  const shown = words.slice(0, 400).map((word) => ({ ...word, text: cut(word.text) }))
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

interface Bounds {
  left: number
  top: number
  width: number
  height: number
}

const viewBoxOf = ({ left, top, width, height }: Bounds) => `${left} ${top} ${width} ${height}`

/** Pixels on the screen per unit of the cloud. */
const scaleOf = (box: Bounds, width: number, height: number) => Math.min(width / box.width, height / box.height)

/** The bounds of a cloud, with so much room around it that no word is larger than `GREATEST_SIZE`. */
function calmBox(placed: readonly PlacedWord[], width: number, height: number): Bounds {
  const box = boundsOf(placed)
  const largest = Math.max(1, ...placed.map(({ fontSize }) => fontSize))
  const factor = Math.max(1, (scaleOf(box, width, height) * largest) / GREATEST_SIZE)
  if (!Number.isFinite(factor)) return box
  const [wide, high] = [box.width * factor, box.height * factor]
  return { left: box.left - (wide - box.width) / 2, top: box.top - (high - box.height) / 2, width: wide, height: high }
}

function boundsOf(placed: readonly PlacedWord[]): Bounds {
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
