import { expect, it } from 'vitest'
import { decodePercent } from './options.ts'

it('decodes percent encoding where it is valid', () => {
  expect([decodePercent('a%40b'), decodePercent('100%'), decodePercent('%ff')]).toEqual(['a@b', '100%', '%ff'])
})
