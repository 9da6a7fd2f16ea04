import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { i18n } from './i18n.ts'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const rows = (count: number) => plural(count, { one: `${count} row`, other: `${count} rows` })
const greeting = (name: string) => t`Hello ${name}`

describe('a text of the product', () => {
  it('is the one in the code without a catalogue (OPEN-460)', () => {
    expect([t`Save`, greeting('Ada'), rows(1), rows(1000)]).toEqual(['Save', 'Hello Ada', '1 row', '1000 rows'])
  })

  it('is the translation where there is one, and English where there is none (OPEN-460)', () => {
    const id = idOf(() => greeting('Ada'))
    i18n.loadAndActivate({ locale: 'de', messages: { [id]: ['Hallo ', ['name']] } })
    expect([greeting('Ada'), t`Save`]).toEqual(['Hallo Ada', 'Save'])
  })

  it('follows the plural rules of the language (OPEN-460)', () => {
    const forms = { zero: ['0'], one: ['1'], two: ['2'], few: ['few'], many: ['many'], other: ['other'] }
    i18n.loadAndActivate({ locale: 'ar', messages: { [idOf(() => rows(1))]: [['count', 'plural', forms]] } })
    expect([0, 1, 2, 3, 11, 100].map(rows)).toEqual(['0', '1', '2', 'few', 'many', 'other'])
  })

  it('shows values as they were typed (OPEN-460)', () => {
    expect(greeting('\\u0041 \\x42 \\n')).toBe('Hello \\u0041 \\x42 \\n')
  })
})

describe('a text with elements', () => {
  it('has the elements at their places (OPEN-460)', () => {
    const name = 'Ada'
    const shown = (
      <Trans>
        Hello <b className="name">{name}</b>, <i>see</i> the <br /> news.
      </Trans>
    )
    expect(renderToStaticMarkup(shown)).toBe('Hello <b class="name">Ada</b>, <i>see</i> the <br/> news.')
  })

  it('has them where the translation wants them (OPEN-460)', () => {
    const shown = (name: string) => (
      <Trans>
        By <b>{name}</b> <i>today</i>
      </Trans>
    )
    i18n.loadAndActivate({
      locale: 'de',
      messages: { [idOf(() => renderToStaticMarkup(shown('Ada')))]: '<1>heute</1> von <0>X</0>' },
    })
    expect(renderToStaticMarkup(shown('Ada'))).toBe('<i>heute</i> von <b>X</b>')
  })

  it('takes nothing in a value for an element, and shows nothing for what is no text (OPEN-460)', () => {
    const [name, nothing] = ['<b>x</b> <0/>', false]
    const shown = (
      <Trans>
        <em>Delete</em> {name}?{nothing}
      </Trans>
    )
    expect(renderToStaticMarkup(shown)).toBe('<em>Delete</em> &lt;b&gt;x&lt;/b&gt; &lt;0/&gt;?')
  })

  it('counts (OPEN-460)', () => {
    const shown = (count: number) => <Plural value={count} one={<b># row</b>} other={<b># rows</b>} />
    expect([1, 2].map((count) => renderToStaticMarkup(shown(count)))).toEqual(['<b>1 row</b>', '<b>2 rows</b>'])
  })
})

/** The id of the message that a function asks for. */
function idOf(ask: () => unknown): string {
  const asked: string[] = []
  const stop = i18n.on('missing', ({ id }) => asked.push(id))
  ask()
  stop()
  const [id = ''] = asked
  return id
}
