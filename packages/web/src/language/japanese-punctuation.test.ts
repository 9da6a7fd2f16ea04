import { readFileSync } from 'node:fs'
import { parsePo } from 'pofile-ts'
import { expect, it } from 'vitest'

// A colon, question mark or bracket after a Japanese letter, and a bracket before one. Code such as `rgb()` keeps its own.
const HALF_WIDTH = /[ぁ-んァ-ヶー一-龥](?:[:?]|\s?\((?!\)))|\((?=[ぁ-んァ-ヶ一-龥])/

it('Japanese texts have the colons, question marks and brackets of Japanese, and not those of English (OPEN-493)', () => {
  const { items } = parsePo(readFileSync(new URL('../../locales/ja.po', import.meta.url), 'utf8'))
  const texts = items.map(({ msgstr: [text = ''] }) => text)
  expect(texts).toContain('表示していない列：{names}')
  expect(texts.filter((text) => HALF_WIDTH.test(text))).toEqual([])
})
