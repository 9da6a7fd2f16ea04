import { useElementSize } from '@mantine/hooks'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { fontSizes, type PlacedWord, placeWords, type Word } from '@sightline/domain/word-cloud.ts'
import { IconCloud } from '@tabler/icons-react'
import { useMemo } from 'react'
import { figureText } from '../cell-label.ts'
import { Nothing } from '../Placeholders.tsx'
import { widthOf } from '../text-width.ts'
import type { RendererProps } from '../visualization.ts'
import { describe, type Prepared, plainColor, prepare, type WordCloudOptions, wordColor } from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders words in sizes that grow with their frequency. */
export function Renderer({ name, options, data, formats, colorScheme }: RendererProps<WordCloudOptions>) {
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, options, formats) : { kind: 'nothing', reason: 'No data' }),
    [data, options, formats],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconCloud} reason={prepared.reason} />
  const { words, note } = prepared
  return (
    <Cloud
      name={name}
      words={words}
      note={note}
      isPlain={options.isPlain}
      marks={formats.numberMarks}
      colorScheme={colorScheme}
    />
  )
}

interface CloudProps {
  name: string
  words: Word[]
  note: string | null
  isPlain: boolean
  marks: NumberMarks
  colorScheme: 'light' | 'dark'
}

function Cloud({ name, words, note, isPlain, marks, colorScheme }: CloudProps) {
  const { ref: frame, width, height } = useElementSize()
  const placed = useMemo(
    () => (isPlain ? legibleWords(words, width, height) : placeWords(words, widthOf)),
    [words, isPlain, width, height],
  )
  const weights = useMemo(() => fontSizes(placed).map((size) => size / 100), [placed])
  const box = useMemo(() => boundsOf(placed), [placed])
  return (
    <figure ref={frame} className={styles.frame}>
      <svg className={styles.cloud} viewBox={box} role="img" aria-label={describe(name, words, marks)}>
        {placed.map(({ text, count, x, y, fontSize, rotation, index }, at) => (
          <text
            key={index}
            transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${rotation})`}
            fontSize={fontSize.toFixed(1)}
            fill={isPlain ? plainColor(weights[at] ?? 1, colorScheme) : wordColor(index, colorScheme)}
          >
            {text}
            <title>{`${text}: ${figureText(count, marks)}`}</title>
          </text>
        ))}
      </svg>
      {(note !== null || placed.length < words.length) && (
        <figcaption className={styles.note}>
          {placed.length < words.length
            ? `${figureText(placed.length, marks)} of ${figureText(words.length, marks)} words: no more have room`
            : note}
        </figcaption>
      )}
    </figure>
  )
}

/** Pixels on the screen; smaller words cannot be read. */
const LEAST_SIZE = 10

/** As many of the most frequent words, horizontally, as can be read in a frame. */
function legibleWords(words: Word[], width: number, height: number): PlacedWord[] {
  if (width === 0 || height === 0) return []
  let count = Math.min(words.length, 400)
  for (;;) {
    const placed = placeWords(words.slice(0, count), widthOf, false)
    const [, , boxWidth = 1, boxHeight = 1] = boundsOf(placed).split(' ').map(Number)
    const scale = Math.min(width / boxWidth, height / boxHeight)
    const least = Math.min(...placed.map(({ fontSize }) => fontSize))
    if (count <= 1 || least * scale >= LEAST_SIZE) return placed
    count = Math.floor(count * 0.75)
  }
}

function boundsOf(placed: ReturnType<typeof placeWords>): string {
  let [left, right, top, bottom] = [0, 0, 0, 0]
  for (const { text, x, y, fontSize, rotation } of placed) {
    const length = widthOf(text) * fontSize
    const [width, height] = rotation === 0 ? [length, fontSize] : [fontSize, length]
    left = Math.min(left, x - width / 2)
    right = Math.max(right, x + width / 2)
    top = Math.min(top, y - height / 2)
    bottom = Math.max(bottom, y + height / 2)
  }
  return `${left} ${top} ${right - left} ${bottom - top}`
}
