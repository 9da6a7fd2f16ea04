import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const web = resolve(import.meta.dirname, '../..')

it('no style of the whole document depends on the elements that it contains (OPEN-803)', () => {
  const sheets = globSync(`${web}/**/*.css`)
  const selectors = sheets.flatMap((file) => readFileSync(file, 'utf8').match(/[^{};]+(?=\{)/g) ?? [])
  expect(selectors.length).toBeGreaterThan(1000)
  // The part with `:has()` is that of the document, its body, or the root of the web app.
  expect(selectors.filter((selector) => /(^|[\s,(])(html|body|:root|#root)[^\s,>+~]*:has\(/.test(selector))).toEqual([])
})
