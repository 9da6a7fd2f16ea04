import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { conditionsFor } from '@sightline/domain/explore/exploration.ts'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { limitedWords, type Word, wordsIn } from '@sightline/domain/word-cloud.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels, figureText } from '../cell-label.ts'
import { colorAlong, palette, shownColor } from '../palette.ts'
import { markOf } from '../picked-mark.ts'
import { columnName, flag, maybeNumber, part } from '../stored-options.ts'
import type { Formats, GroupData, Needs, PickedMark } from '../visualization.ts'

const limits = part({ min: maybeNumber, max: maybeNumber })

/** The stored options of a word cloud, as named in the API. */
export const WordCloudOptions = z.looseObject({
  /** The column of words; without a frequency column its texts are split into words. */
  column: columnName,
  frequenciesColumn: columnName,
  wordLengthLimit: limits,
  wordCountLimit: limits,
  /** One hue, darker for more frequent words, no rotation, and no word below 10 pixels on the screen. (ours) */
  isPlain: flag(false),
})
export type WordCloudOptions = z.infer<typeof WordCloudOptions>

/** More words than this would be too small to read. */
export const MAX_WORDS = 2000

export type Prepared =
  | { kind: 'nothing'; reason: string }
  | {
      kind: 'words'
      words: Word[]
      /** One for each word; null for a word whose rows no condition selects. */
      marks: (PickedMark | null)[]
      note: string | null
    }

/** Groups by distinct text, with the number of occurrences or the frequency. */
export function needs({ column, frequenciesColumn }: WordCloudOptions): Needs {
  if (column === null) return { kind: 'columns', columns: [], extreme: null }
  return {
    kind: 'groups',
    sets: [[column]],
    measures: [frequenciesColumn === null ? { kind: 'count', column: null } : { kind: 'sum', column: frequenciesColumn }],
    limit: 20_000,
    without: [],
  }
}

export function problem({ column, frequenciesColumn }: WordCloudOptions, columns: readonly SourceColumn[]): string | null {
  const isGone = (wanted: string | null) => wanted !== null && !columns.some(({ name }) => name === wanted)
  if (column === null) return i18n._('Choose a words column.')
  const gone = [column, frequenciesColumn].find(isGone)
  return typeof gone !== 'string' ? null : i18n._('The result has no column "{gone}".', { gone })
}

/**
 * Suggests the first text and, if each text occurs only once, as when the query counts, the first number as its frequency.
 * @param rows the first rows of the result
 */
export function suggest(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<WordCloudOptions> {
  const place = columns.findIndex(({ type }) => type === 'string' || type === null)
  const text = columns[place]
  if (!text) return { isPlain: true }
  const number = columns.find(({ name, type }) => (type === 'integer' || type === 'float') && !/(^|_)id$/i.test(name))
  const isCounted = new Set(rows.map((row) => row[place])).size === rows.length
  return { isPlain: true, column: text.name, ...(number && isCounted ? { frequenciesColumn: number.name } : {}) }
}

/** Prepares the words, the most frequent first, or the reason as a sentence if there are none. */
export function prepare(data: GroupData, options: WordCloudOptions, formats: Formats): Prepared {
  const [set] = data.sets
  if (!set) return { kind: 'nothing', reason: problem(options, data.columns) ?? i18n._('No data') }
  const [texts = [], counts = []] = [set.keys[0], set.measures[0]]
  const nameOf = columnLabels(
    texts,
    data.columns.find(({ name }) => name === options.column),
    formats,
  )
  const counted = texts.flatMap((text, index): Word[] => {
    const count = toNumber(counts[index] ?? null)
    return text === null || text === '' || count === null || count <= 0 ? [] : [{ text: nameOf(text), count }]
  })
  if (counted.length === 0) return { kind: 'nothing', reason: i18n._('No data') }
  const all = options.frequenciesColumn === null ? wordsIn(counted) : counted
  const words = limitedWords(all, options.wordLengthLimit, options.wordCountLimit)
  if (words.length === 0) return { kind: 'nothing', reason: i18n._('No words are within the limits.') }
  const isCut = words.length > MAX_WORDS || set.total > texts.length
  const shown = words.slice(0, MAX_WORDS)
  const note = isCut
    ? i18n._('The {count} most frequent words', { count: figureText(shown.length, formats.numberMarks) })
    : null
  const cells = new Map(texts.map((cell) => [cell === null ? '' : nameOf(cell), cell]))
  const source = data.columns.find(({ name }) => name === options.column)
  const marks = shown.map(({ text }) => {
    if (source === undefined) return null
    if (options.frequenciesColumn !== null) return markOf({ column: source.name, value: cells.get(text) ?? null })
    // The word is a part of texts.
    const isText = conditionsFor(source).includes('contains')
    return isText ? markOf(null, [{ column: source.name, kind: 'contains', values: [text] }]) : null
  })
  return { kind: 'words', words: shown, marks, note }
}

/** The colour of the word at an index: the twenty colours of the palette in turn, or those of the organization. */
export const wordColor = (index: number, scheme: 'light' | 'dark', own: readonly string[] = []) =>
  shownColor(own[index % own.length] ?? palette[index % palette.length]?.light ?? '#3E5EDB', scheme)

const hues = { light: ['#5B83E6', '#234399'], dark: ['#4A76D0', '#B4D0FF'] }

/** The colour of a word of a plain cloud. @param weight from 0 for the least frequent word to 1 */
export const plainColor = (weight: number, scheme: 'light' | 'dark') => colorAlong(hues[scheme], weight)

/** More words than this are left out of the description. */
const MAX_NAMED = 20

/** Describes the cloud as text for screen readers. */
export function describe(name: string, words: readonly Word[], marks: NumberMarks): string {
  const named = words.slice(0, MAX_NAMED).map(({ text, count }) => `${text} ${figureText(count, marks)}`)
  const rest = words.length - named.length
  const texts = { name, words: named.join(', '), rest: figureText(rest, marks) }
  return rest > 0
    ? i18n._('{name}. Word cloud. {words} and {rest} more words.', texts)
    : i18n._('{name}. Word cloud. {words}.', texts)
}
