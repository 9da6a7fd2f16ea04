import { describe, expect, it } from 'vitest'
import { jsonObject } from './json-query.ts'
import { decodedPercents } from './percent-signs.ts'
import { placedError, placeOf } from './places.ts'
import { documentIn, messageIn, saidIn, titleOf } from './words.ts'
import { yamlQuery } from './yaml-query.ts'

describe('the place of an error in a text', () => {
  it('is counted over its lines', () => {
    const text = 'select\n  x\nfrom y'
    expect([placeOf(text, 1, 3), placeOf(text, '2', '3'), placeOf(text, 3, 1)]).toEqual([3, 10, 12])
  })

  it('is read from the message, with the first column where it names none', () => {
    const text = 'select\n  x'
    expect(placedError('line 2:3: no column x', text, /line (\d+):(\d+)/)).toMatchObject({
      message: 'line 2:3: no column x',
      position: 10,
    })
    expect(placedError('at line 2', text, /line (\d+)(?::(\d+))?/).position).toBe(8)
    expect(placedError('wrong', text, /line (\d+):(\d+)/).position).toBeNull()
  })
})

describe('what a server says of a failure', () => {
  it('is the clearest message of a document, however deep it lies', () => {
    expect(messageIn({ error: { reason: 'no such index', type: 'x' } })).toBe('no such index')
    expect(messageIn({ message: 'second', reason: 'first' })).toBe('first')
    expect(messageIn({ errors: [{}, { msg: '' }, { detail: 'third' }] })).toBe('third')
    expect(messageIn({ errorMessages: ['a', 'b'] })).toBe('a')
    expect([messageIn(''), messageIn(5), messageIn({}), messageIn([]), messageIn(null)]).toEqual([null, null, null, null, null])
  })

  it.each([
    'reason',
    'message',
    'msg',
    'detail',
    'description',
    'errorMessage',
    'error',
    'errors',
    'errorMessages',
    'exceptions',
  ])('may stand at %s', (name) => {
    expect(messageIn({ other: 'x', [name]: 'said' })).toBe('said')
  })

  it('is the body where that is no document, without tags where it is a page', () => {
    expect(saidIn(' plain words ')).toBe('plain words')
    expect(saidIn('{"message":" in words "}')).toBe('in words')
    expect(saidIn('\n <html><head><title> 502  Bad Gateway </title></head><body>x</body></html>')).toBe('502  Bad Gateway')
    expect(saidIn('<p>Not\n<b>found</b></p>')).toBe('Not found')
    expect(saidIn('5 < 6 <b>')).toBe('5 < 6 <b>')
    expect([saidIn(''), saidIn('  '), saidIn('<p></p>')]).toEqual([null, null, null])
  })

  it('is cut after 2,000 characters', () => {
    expect(saidIn('x'.repeat(2000))).toBe('x'.repeat(2000))
    expect(saidIn('x'.repeat(2001))).toBe(`${'x'.repeat(2000)}…`)
  })

  it('is no document, or a page without a title', () => {
    expect([documentIn('{"a":1}'), documentIn('{a')]).toEqual([{ a: 1 }, null])
    expect([titleOf('<TITLE lang="en">Sign in</TITLE>'), titleOf('<p>x</p>')]).toEqual(['Sign in', ''])
  })
})

describe('percent signs', () => {
  it('are read where they stand for something', () => {
    expect([decodedPercents('a%40b'), decodedPercents('100%'), decodedPercents('%ff')]).toEqual(['a@b', '100%', '%ff'])
  })
})

describe('a query in JSON', () => {
  it('is an object', () => {
    expect(jsonObject('{"a":1}')).toEqual({ a: 1 })
    for (const text of ['[]', '1', 'null', '"x"']) expect(() => jsonObject(text)).toThrow('The query should be a JSON object.')
  })

  it('fails at the place that is no JSON', () => {
    expect(() => jsonObject('{"a" 1}')).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^The query is not valid JSON: /), position: 6 }),
    )
    expect(() => jsonObject('{', 'Wrong:')).toThrow(expect.objectContaining({ message: expect.stringMatching(/^Wrong: /) }))
    expect(() => jsonObject('')).toThrow(expect.objectContaining({ position: null }))
  })
})

describe('a query in YAML', () => {
  it('is an object', () => {
    expect(yamlQuery('url: x\nlist: [1]', 'An object.')).toEqual({ url: 'x', list: [1] })
    expect(() => yamlQuery('- a', 'An object.')).toThrow('An object.')
    expect(() => yamlQuery(' \n ', 'An object.')).toThrow('Query is empty.')
  })

  it('fails at the place that is no YAML, in one line', () => {
    expect(() => yamlQuery('a: [1\nb: 2', 'An object.')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^The query is not valid YAML: [^\n]*[^:\n]$/),
        position: expect.any(Number),
      }),
    )
    expect(() => yamlQuery('a: b: c', 'An object.')).toThrow(expect.objectContaining({ position: 4 }))
  })

  it('fails where references would grow without bounds', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]', 'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]', 'c: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]']
    expect(() => yamlQuery(bomb.join('\n'), 'An object.')).toThrow(/^The query is not valid YAML: /)
  })
})
