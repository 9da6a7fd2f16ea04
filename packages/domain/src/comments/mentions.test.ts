import { describe, expect, it } from 'vitest'
import { commentPieces, mentionedIds, typedName, withMappedMentions, withMentions, withNames } from './mentions.ts'

const ada = { id: 1, name: 'Ada' }
const lovelace = { id: 2, name: 'Ada Lovelace' }

describe('mentions in a comment (OPEN-261)', () => {
  it('are stored by the id of the user and shown with the current name', () => {
    const stored = withMentions('Ask @Ada Lovelace, or @Ada.', [ada, lovelace])
    expect(stored).toBe('Ask <@2>, or <@1>.')
    expect(mentionedIds(`${stored} <@2>`)).toEqual([2, 1])
    expect(withNames(stored, [ada, { ...lovelace, name: 'Ada King' }])).toBe('Ask @Ada King, or @Ada.')
    expect(commentPieces('<@1>!', [ada])).toEqual([
      { kind: 'mention', text: '@Ada' },
      { kind: 'text', text: '!' },
    ])
  })

  it('are none for names that were not chosen, and for words that only begin with a name', () => {
    expect(withMentions('@Bob and @Adalbert', [ada])).toBe('@Bob and @Adalbert')
    expect(mentionedIds('<@0> <@x> a@b.example')).toEqual([])
    expect(withNames('<@9>', [])).toBe('@someone')
  })

  it('have other ids in another installation, or become plain text (OPEN-269)', () => {
    expect(withMappedMentions('<@1> and <@2>', (id) => (id === 1 ? 11 : undefined))).toBe('<@11> and @someone')
  })

  it('are searched with what follows the last @ at the start of a word, up to the caret', () => {
    expect(typedName('Ask @Ad', 7)).toEqual({ at: 4, search: 'Ad' })
    expect(typedName('Ask @Ada Lo', 11)).toEqual({ at: 4, search: 'Ada Lo' })
    expect(typedName('@', 1)).toEqual({ at: 0, search: '' })
    expect([typedName('a@b', 3), typedName('@ b', 3), typedName('@a\nb', 4), typedName('none', 4)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
