import { describe, expect, it } from 'vitest'
import { findLinks } from './links.ts'

describe('addresses in texts', () => {
  it('finds the addresses in a text', () => {
    expect(findLinks('See https://a.example/x?y=1, or www.b.example.')).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://a.example/x?y=1', address: 'https://a.example/x?y=1' },
      { kind: 'text', text: ', or ' },
      { kind: 'link', text: 'www.b.example', address: 'http://www.b.example' },
      { kind: 'text', text: '.' },
    ])
    expect(findLinks('nothing here')).toEqual([{ kind: 'text', text: 'nothing here' }])
  })
})
