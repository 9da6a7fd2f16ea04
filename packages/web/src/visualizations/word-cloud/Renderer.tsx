import { t } from '@lingui/core/macro'
import { useElementSize } from '@mantine/hooks'
import { type PlacedWord, placeWords, type Word } from '@sightline/domain/word-cloud.ts'
import { IconCloud } from '@tabler/icons-react'
import { useMemo } from 'react'
import { figureText } from '../cell-label.ts'
import { Nothing } from '../Placeholders.tsx'
import { widthOf } from '../text-width.ts'
import { stepInOrder, useMarks } from '../use-marks.ts'
import type { Formats, PickedMark, PickMark, RendererProps } from '../visualization.ts'
import { boundsOf, calmBox, legibleWords, noRoom, viewBoxOf } from './layout.ts'
import { describe, type Prepared, plainColor, prepare, type WordCloudOptions, wordColor } from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders words in sizes that grow with their frequency. */
export function Renderer({ name, options, data, formats, colorScheme, onInspect = null }: RendererProps<WordCloudOptions>) {
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, options, formats) : { kind: 'nothing', reason: t`No data` }),
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
          {placed.length < words.length ? noRoom(placed.length, words.length, numberMarks) : note}
        </figcaption>
      )}
    </figure>
  )
}
