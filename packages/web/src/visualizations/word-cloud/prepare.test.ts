import type { Cell } from '@sightline/contract/results.ts'
import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { palette } from '../palette.ts'
import { column, sampleData, sampleFormats } from '../samples.ts'
import { describe as inWords, needs, plainColor, prepare, problem, suggest, WordCloudOptions, wordColor } from './prepare.ts'

const columns = [column('said', 'string'), column('times', 'integer')]
const rows: Cell[][] = [
  ['yes yes no', 5],
  ['no', 2],
  ['maybe', 0],
  ['no', 3],
  [null, 9],
  ['never', null],
]

function cloud(stored: Record<string, unknown>, of = rows) {
  const options = WordCloudOptions.parse(stored)
  const data = sampleData({ title: '', options: stored, columns, rows: of, total: null }, needs(options))
  return data.kind === 'groups'
    ? prepare(data, options, sampleFormats)
    : { kind: 'nothing' as const, reason: problem(options, columns) }
}
const counts = (stored: Record<string, unknown>) => {
  const prepared = cloud(stored)
  return prepared.kind === 'words' ? prepared.words.map(({ text, count }) => `${text} ${count}`) : prepared.reason
}

describe('the options of a word cloud', () => {
  it('have defaults and accept records of other clients', () => {
    const open = { min: null, max: null }
    expect(WordCloudOptions.parse({})).toEqual({
      column: null,
      frequenciesColumn: null,
      wordLengthLimit: open,
      wordCountLimit: open,
      isPlain: false,
    })
    expect(WordCloudOptions.parse({ column: '', wordLengthLimit: { min: '3', max: '' }, wordCountLimit: 5, mine: 1 })).toEqual({
      column: null,
      frequenciesColumn: null,
      wordLengthLimit: { min: 3, max: null },
      wordCountLimit: open,
      isPlain: false,
      mine: 1,
    })
    expect(suggest(columns, rows)).toMatchObject({ column: 'said' })
  })
})

describe('a word cloud', () => {
  it('counts the words of its column (WORDS-01, WORDS-02)', () => {
    expect(counts({ column: 'said' })).toEqual(['no 3', 'yes 2', 'maybe 1', 'never 1'])
  })

  it('takes the frequencies of whole texts from another column (WORDS-02)', () => {
    expect(counts({ column: 'said', frequenciesColumn: 'times' })).toEqual(['no 5', 'yes yes no 5'])
  })

  it('applies its limits (WORDS-03, WORDS-04)', () => {
    expect(counts({ column: 'said', wordLengthLimit: { min: 3, max: 4 } })).toEqual(['yes 2'])
    expect(counts({ column: 'said', wordCountLimit: { min: 2 } })).toEqual(['no 3', 'yes 2'])
    expect(counts({ column: 'said', wordCountLimit: { min: 20 } })).toBe('No words are within the limits.')
  })

  it('ignores a limit that is empty or not above zero (WORDS-05)', () => {
    expect(
      counts({ column: 'said', wordLengthLimit: { min: 0, max: -1 }, wordCountLimit: { min: null, max: '' } }),
    ).toHaveLength(4)
  })

  it('uses the twenty colours of the palette in turn (WORDS-09, OPEN-23)', () => {
    const colors = Array.from({ length: 40 }, (_, index) => wordColor(index, 'light'))
    expect(colors.slice(0, 20)).toEqual(palette.map(({ light }) => light))
    expect(new Set(colors).size).toBe(20)
    expect(colors.slice(20)).toEqual(colors.slice(0, 20))
    expect(wordColor(0, 'dark')).not.toBe(colors[0])
  })

  it('names the column that is missing', () => {
    expect(counts({})).toBe('Choose a words column.')
    expect(counts({ column: 'gone' })).toBe('The result has no column "gone".')
    expect(cloud({ column: 'said' }, [])).toMatchObject({ reason: 'No data' })
  })

  it('is limited to the words that can be seen, and has a description', () => {
    const many = cloud(
      { column: 'said' },
      Array.from({ length: 3000 }, (_, n): Cell[] => [`w${n}`, 1]),
    )
    expect(many).toMatchObject({ note: 'The 2,000 most frequent words' })
    const few = Array.from({ length: 2000 }, (_, n): Cell[] => [`w${n}`, 1])
    expect(cloud({ column: 'said' }, few)).toMatchObject({ note: null })
    const words = Array.from({ length: 22 }, (_, n) => ({ text: `w${n}`, count: 1 }))
    expect(inWords('Cloud', words, plainMarks)).toMatch(/, w19 1 and 2 more words\.$/)
    expect(inWords('Cloud', words.slice(0, 20), plainMarks)).toMatch(/, w19 1\.$/)
    expect(inWords('Cloud', [{ text: 'no', count: 3000 }], plainMarks)).toBe('Cloud. Word cloud. no 3,000.')
  })
})

it('a word cloud of dates shows them as tables do, and leaves empty texts out (WORDS-01)', () => {
  const dated = [column('day', 'date'), column('text', 'string')]
  const sample = {
    title: '',
    options: {},
    columns: dated,
    rows: [
      ['2026-05-01', ''],
      ['2026-05-01', 'a'],
    ],
    total: null,
  }
  const wordsOf = (stored: object) => {
    const options = WordCloudOptions.parse(stored)
    const data = sampleData(sample, needs(options))
    const prepared = data.kind === 'groups' ? prepare(data, options, { ...sampleFormats, dateFormat: 'D.M.YYYY' }) : null
    return prepared?.kind === 'words' ? prepared.words : prepared
  }
  expect(wordsOf({ column: 'day' })).toEqual([{ text: '1.5.2026', count: 2 }])
  expect(wordsOf({ column: 'text' })).toEqual([{ text: 'a', count: 1 }])
})

describe('a new word cloud', () => {
  const suggested = (of: Cell[][]) => suggest([column('film_id', 'integer'), ...columns], of)
  const oncePerText: Cell[][] = [
    [7, 'Black Comedy', 36],
    [8, 'Romantic Comedy', 137],
  ]

  it('takes the first number that is no id as the frequency if each text occurs once (OPEN-192)', () => {
    expect(suggested(oncePerText)).toMatchObject({ column: 'said', frequenciesColumn: 'times' })
  })

  it('takes no id, whatever it is called, but a number that only begins or ends like one (OPEN-192)', () => {
    const frequencyOf = (...names: string[]) =>
      suggest([column('said', 'string'), ...names.map((name) => column(name, 'float'))], [['yes']]).frequenciesColumn
    expect(frequencyOf('id', 'ID', 'film_id', 'idle')).toBe('idle')
    expect(frequencyOf('paid')).toBe('paid')
    expect(frequencyOf('id')).toBeUndefined()
  })

  it('counts the words of texts that occur more than once, or without a number (OPEN-192)', () => {
    expect(suggested([...oncePerText, [9, 'Black Comedy', 1]])).not.toHaveProperty('frequenciesColumn')
    expect(suggest([column('film_id', 'integer'), column('said', 'string')], [[1, 'yes']])).not.toHaveProperty(
      'frequenciesColumn',
    )
  })
})

it('a new word cloud has one hue, darker for more frequent words, and paler in the dark scheme (VIZ-29)', () => {
  expect(suggest(columns, rows)).toEqual({ column: 'said', isPlain: true })
  expect(suggest([column('times', 'integer')], [[1]])).toEqual({ isPlain: true })
  expect([0, 1].map((weight) => plainColor(weight, 'light'))).toEqual(['#5B83E6', '#234399'])
  expect([0, 1].map((weight) => plainColor(weight, 'dark'))).toEqual(['#4A76D0', '#B4D0FF'])
})
