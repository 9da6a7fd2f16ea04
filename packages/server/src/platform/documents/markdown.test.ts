import { expect, it } from 'vitest'
import { blocksOf, PLAIN } from './markdown.ts'

const hostile = {
  brackets: '[*a'.repeat(30_000),
  emphasis: '*a_ '.repeat(25_000),
  quotes: '> '.repeat(50_000),
  lists: '- '.repeat(50_000),
  numbers: '1. '.repeat(30_000),
}

it.each(Object.entries(hostile))(
  'shows a text of endless %s as it is written, since reading it would take minutes (OPEN-849)',
  (_, text) => {
    expect(blocksOf(text)).toEqual([{ kind: 'paragraph', spans: [{ ...PLAIN, text }] }])
  },
)

it('reads long texts whose parts are ordinary (OPEN-849)', () => {
  const blocks = blocksOf('- [one](https://a.example) and *two*\n\n'.repeat(2000))
  expect(blocks).toHaveLength(2000)
  expect(blocks[1999]).toMatchObject({
    kind: 'item',
    spans: [{ text: 'one', link: 'https://a.example' }, { text: ' and ' }, { text: 'two', isItalic: true }],
  })
})
