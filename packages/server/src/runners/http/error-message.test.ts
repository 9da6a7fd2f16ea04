import { describe, expect, it } from 'vitest'
import { errorAtPosition, errorMessageIn, findMessage, pageTitle, parseJsonOrNull, positionAt } from './error-message.ts'

describe('the position of an error in a query', () => {
  it('is counted over its lines', () => {
    const text = 'select\n  x\nfrom y'
    expect([positionAt(text, 1, 3), positionAt(text, '2', '3'), positionAt(text, 3, 1)]).toEqual([3, 10, 12])
  })

  it('is read from the message, with the first column where it names none', () => {
    const text = 'select\n  x'
    expect(errorAtPosition('line 2:3: no column x', text, /line (\d+):(\d+)/)).toMatchObject({
      message: 'line 2:3: no column x',
      position: 10,
    })
    expect(errorAtPosition('at line 2', text, /line (\d+)(?::(\d+))?/).position).toBe(8)
    expect(errorAtPosition('wrong', text, /line (\d+):(\d+)/).position).toBeNull()
  })

  it('comes without a long or empty list of what a parser has expected (OPEN-805)', () => {
    const met = 'Encountered "," at line 1, column 8.'
    const messageWith = (list: readonly string[], heading = 'Was expecting one of:') =>
      errorAtPosition([met, heading, ...list.map((word) => `    ${word} ...`), '    '].join('\n'), 'x', /-/).message
    const words = ['"A"', '"B"', '<IDENTIFIER>', '"("', '"*"', '"="']
    expect([messageWith(words), messageWith([])]).toEqual([met, met])
    expect(messageWith(words.slice(0, 2))).toBe(`${met}\nWas expecting one of:\n    "A" ...\n    "B" ...`)
    expect(messageWith([words[0] ?? ''], 'Was expecting:')).toBe(`${met}\nWas expecting:\n    "A" ...`)
    expect(errorAtPosition('Was expecting: a number\nin x', '', /-/).message).toBe('Was expecting: a number\nin x')
  })
})

describe('the error message in a response', () => {
  it('is the clearest message of a document, however deep it lies', () => {
    expect(findMessage({ error: { reason: 'no such index', type: 'x' } })).toBe('no such index')
    expect(findMessage({ message: 'second', reason: 'first' })).toBe('first')
    expect(findMessage({ errors: [{}, { msg: '' }, { detail: 'third' }] })).toBe('third')
    expect(findMessage({ errorMessages: ['a', 'b'] })).toBe('a')
    expect([findMessage(''), findMessage(5), findMessage({}), findMessage([]), findMessage(null)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
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
    expect(findMessage({ other: 'x', [name]: 'said' })).toBe('said')
  })

  it('is the body where that is no document, without tags where it is a page', () => {
    expect(errorMessageIn(' plain words ')).toBe('plain words')
    expect(errorMessageIn('{"message":" in words "}')).toBe('in words')
    expect(errorMessageIn('\n <html><head><title> 502  Bad Gateway </title></head><body>x</body></html>')).toBe(
      '502  Bad Gateway',
    )
    expect(errorMessageIn('<p>Not\n<b>found</b></p>')).toBe('Not found')
    expect(errorMessageIn('5 < 6 <b>')).toBe('5 < 6 <b>')
    expect([errorMessageIn(''), errorMessageIn('  '), errorMessageIn('<p></p>')]).toEqual([null, null, null])
  })

  it('is cut after 2,000 characters', () => {
    expect(errorMessageIn('x'.repeat(2000))).toBe('x'.repeat(2000))
    expect(errorMessageIn('x'.repeat(2001))).toBe(`${'x'.repeat(1999)}…`)
  })

  it('is no document, or a page without a title', () => {
    expect([parseJsonOrNull('{"a":1}'), parseJsonOrNull('{a')]).toEqual([{ a: 1 }, null])
    expect([pageTitle('<TITLE lang="en">Sign in</TITLE>'), pageTitle('<p>x</p>')]).toEqual(['Sign in', ''])
  })
})
