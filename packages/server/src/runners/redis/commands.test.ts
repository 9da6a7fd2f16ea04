import { describe, expect, it } from 'vitest'
import { QueryError } from '../runner.ts'
import { joinTables, parseCommands, replyTable } from './commands.ts'

describe('parsing commands', () => {
  it('reads one command per line and skips empty lines and lines that begin with #', () => {
    expect(parseCommands('GET a\n\n  # GET b\n\tSET c  1\t\n')).toEqual([
      ['GET', 'a'],
      ['SET', 'c', '1'],
    ])
    expect(parseCommands('')).toEqual([])
  })

  it('reads quoted words, with escapes in double quotes', () => {
    expect(parseCommands(String.raw`SET "a b" "\n\r\t\b\a\"\\\x41\x0a\q"`)).toEqual([['SET', 'a b', '\n\r\t\b\x07"\\A\nq']])
    expect(parseCommands(String.raw`SET 'it\'s' 'a\nb'`)).toEqual([['SET', "it's", String.raw`a\nb`]])
    expect(parseCommands(`SET "" ''`)).toEqual([['SET', '', '']])
  })

  it('keeps quotes within a word', () => {
    expect(parseCommands(`GET a"b'c`)).toEqual([['GET', `a"b'c`]])
  })

  it.each([
    ['GET "a', 5],
    ["GET 'a", 5],
    ['GET a\nGET "b"c', 11],
    ['GET a   "b', 9],
    ['"a', 1],
  ])('fails at the position of an unterminated quote: %j', (text, position) => {
    const failure = () => parseCommands(text)
    expect(failure).toThrow(QueryError)
    expect(failure).toThrow(expect.objectContaining({ message: 'The quotes in this command are not closed.', position }))
  })
})

describe('a reply as a table', () => {
  it('has one column for a single value and for a list', () => {
    expect(replyTable('x')).toEqual({ columns: ['value'], rows: [['x']] })
    expect(replyTable(['x', null, 2])).toEqual({ columns: ['value'], rows: [['x'], [null], [2]] })
    expect(replyTable([])).toEqual({ columns: ['value'], rows: [] })
  })

  it('has two columns for a map', () => {
    expect(replyTable(new Map<string, unknown>([['a', 1]]))).toEqual({ columns: ['key', 'value'], rows: [['a', 1]] })
  })

  it("has as many columns as each of a list's lists has values", () => {
    expect(
      replyTable([
        ['a', 1, true],
        ['b', 2, false],
      ]),
    ).toEqual({
      columns: ['value', 'value2', 'value3'],
      rows: [
        ['a', 1, true],
        ['b', 2, false],
      ],
    })
    expect(replyTable([['a'], ['b', 2]])).toEqual({ columns: ['value'], rows: [[['a']], [['b', 2]]] })
    expect(replyTable([[], []])).toEqual({ columns: ['value'], rows: [[[]], [[]]] })
    expect(replyTable([['a', 1], 'b'])).toEqual({ columns: ['value'], rows: [[['a', 1]], ['b']] })
  })

  it('has plain nested values', () => {
    const deep = [new Set([1, new Map([[2, new Error('wrong')]])])]
    expect(replyTable([deep, 'x'])).toEqual({ columns: ['value'], rows: [[[[1, { 2: 'wrong' }]]], ['x']] })
  })

  it('is concatenated with others, with its command as first column', () => {
    const one = { command: 'GET a', ...replyTable('x') }
    const two = { command: 'HGETALL b', ...replyTable(new Map([['k', 'v']])) }
    expect(joinTables([one, two])).toEqual({
      columns: ['command', 'value', 'value2'],
      rows: [
        ['GET a', 'x'],
        ['HGETALL b', 'k', 'v'],
      ],
    })
  })
})
