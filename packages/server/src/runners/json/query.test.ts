import { describe, expect, it } from 'vitest'
import { jsonQuery } from './query.ts'

const query = (...lines: string[]) => jsonQuery(['url: " https://a.example "', ...lines].join('\n'))

describe('the query of a JSON source', () => {
  it('needs only a URL', () => {
    expect(query()).toMatchObject({
      url: 'https://a.example',
      method: 'GET',
      path: [],
      fields: null,
      headers: {},
      body: undefined,
      login: null,
      verify: true,
      pagination: null,
    })
    expect([...query().params]).toEqual([])
  })

  it('has a path to the rows, fields, headers, a login and a check of certificates', () => {
    expect(
      query('path: a.b', 'fields: [x, 2]', 'headers: { X-A: 1 }', 'auth: [ada, 7]', 'verify: false', 'method: post'),
    ).toMatchObject({
      path: ['a', 'b'],
      fields: ['x', '2'],
      headers: { 'X-A': '1' },
      login: { user: 'ada', password: '7' },
      verify: false,
      method: 'POST',
    })
    expect(query('path: 7', 'fields: null', 'auth: null', 'verify: null')).toMatchObject({
      path: [],
      fields: null,
      login: null,
      verify: true,
    })
  })

  it('gives a parameter several times for a list, and leaves out what is null', () => {
    expect([...query('params: { a: [1, null, 2], b: x, c: null }').params]).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', 'x'],
    ])
  })

  it('has a body in JSON, of parameters, or of text', () => {
    expect(query('json: { a: 1 }').body).toEqual({ a: 1 })
    expect(query('json: x').body).toBe('"x"')
    expect(query('json: null', 'data: y').body).toBeNull()
    expect(String(query('data: { a: [1, 2] }').body)).toBe('a=1&a=2')
    expect([query('data: 5').body, query('data: null').body]).toEqual(['5', undefined])
  })

  it('knows how the next page is found', () => {
    expect(query('pagination: { type: url }').pagination).toEqual({ type: 'url', path: '_links.next.href' })
    expect(query('pagination: { type: url, path: next }').pagination).toEqual({ type: 'url', path: 'next' })
    expect(query('pagination: { type: token }').pagination).toEqual({
      type: 'token',
      fields: ['next_page_token', 'page_token'],
    })
    expect(query('pagination: { type: token, fields: [a, 1] }').pagination).toEqual({ type: 'token', fields: ['a', '1'] })
    expect(query('pagination: null').pagination).toBeNull()
  })

  it.each([
    ['method: delete', 'Only GET or POST methods are allowed.'],
    ['fields: x', "'fields' needs to be a list."],
    ['params: [1]', "'params' should be an object."],
    ['headers: x', "'headers' should be an object."],
    ['data: [1]', "'data' should be an object."],
    ['auth: x', "'auth' should be a list of user and password."],
    ['auth: [ada]', "'auth' should be a list of user and password."],
    ['pagination: url', "'pagination' should be an object with a `type` property"],
    ['pagination: { path: x }', "'pagination' should be an object with a `type` property"],
    ['pagination: { type: url, path: 1 }', "'pagination.path' should be a string"],
    ['pagination: { type: token, fields: [a] }', "'pagination.fields' should be a list of 2 field names"],
    ['pagination: { type: token, fields: x }', "'pagination.fields' should be a list of 2 field names"],
    ['pagination: { type: page }', "Unknown 'pagination.type' page"],
  ])('is refused with a sentence: %s', (line, message) => {
    expect(() => query(line)).toThrow(message)
  })

  it('is refused without a URL, and when it is no object', () => {
    expect(() => jsonQuery('path: x')).toThrow("Query must include 'url' option.")
    expect(() => jsonQuery('just words')).toThrow('Query should be a YAML object describing the URL to query.')
  })
})
