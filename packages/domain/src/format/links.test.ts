import { describe, expect, it } from 'vitest'
import { findLinks } from './links.ts'

describe('finding URLs in a text', () => {
  it('returns the URLs and the text between them', () => {
    expect(findLinks('See https://a.example/x?y=1, or www.b.example.')).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://a.example/x?y=1', url: 'https://a.example/x?y=1' },
      { kind: 'text', text: ', or ' },
      { kind: 'link', text: 'www.b.example', url: 'http://www.b.example' },
      { kind: 'text', text: '.' },
    ])
    expect(findLinks('nothing here')).toEqual([{ kind: 'text', text: 'nothing here' }])
  })
})

describe('splitting a text at its URLs', () => {
  it('leaves out empty pieces around a URL', () => {
    expect(findLinks('http://a.example')).toEqual([{ kind: 'link', text: 'http://a.example', url: 'http://a.example' }])
    expect(findLinks('')).toEqual([])
  })

  it('treats all closing punctuation as part of the sentence', () => {
    expect(findLinks('(HTTPS://a.example/b).)')).toEqual([
      { kind: 'text', text: '(' },
      { kind: 'link', text: 'HTTPS://a.example/b', url: 'HTTPS://a.example/b' },
      { kind: 'text', text: ').)' },
    ])
  })

  it('completes only a URL that begins with www.', () => {
    expect(findLinks('https://www.a.example')).toEqual([
      { kind: 'link', text: 'https://www.a.example', url: 'https://www.a.example' },
    ])
    expect(findLinks('WWW.a.example')).toEqual([{ kind: 'link', text: 'WWW.a.example', url: 'http://WWW.a.example' }])
  })

  it('finds no URL inside a word, and ends a URL at a quote', () => {
    expect(findLinks('awww.b.example')).toEqual([{ kind: 'text', text: 'awww.b.example' }])
    expect(findLinks('"http://a.example"')).toMatchObject([{ text: '"' }, { text: 'http://a.example' }, { text: '"' }])
  })
})

it('takes the punctuation from the end of a long address in one pass (OPEN-849)', () => {
  const dots = '.'.repeat(300_000)
  expect(findLinks(`http://a.example${dots}x${dots}`)).toEqual([
    { kind: 'link', text: `http://a.example${dots}x`, url: `http://a.example${dots}x` },
    { kind: 'text', text: dots },
  ])
})
