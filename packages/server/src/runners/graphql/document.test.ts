import { describe, expect, it } from 'vitest'
import { mustOnlyRead } from './document.ts'

describe('a GraphQL document', () => {
  it.each([
    '{ ships { name } }',
    '\uFEFF  # mutation { sink }\n query Ships($filter: Filter = { mutation: "}" }, $n: [Int!]! = [1, -2.5e3]) @cached(by: "{") { ships }',
    'query A { mutation { subscription } } query B { mutation: ships(text: """ } \\""" mutation { """) { ...part } } fragment part on Ship { name }',
    'fragment mutation on Ship { name } query { ships { ...mutation ... on Ship @include(if: true) { name } } }',
    '"What it is for" query Q { ships }',
    '""" { """ query { ships(name: "\\"}") }',
    'query { a(x: ENUM, y: null) }',
  ])('is run when it only reads: %s', (document) => {
    expect(() => mustOnlyRead(document)).not.toThrow()
  })

  it.each([
    'mutation { sink }',
    'subscription { sinking }',
    ',\uFEFF ,mutation{sink}',
    '# { \nmutation { sink }',
    '# query {\rmutation { sink }',
    '"a query" mutation { sink }',
    '""" query { """ mutation { sink }',
    'query { a } mutation M { sink }',
    'query { a(x: "}") } mutation M { sink }',
    'query { a(x: "{") } mutation M { sink }',
    'query { a(x: """"\\""" }""") } mutation M { sink }',
    'query($a: T = {b: 1}) { a } mutation { sink }',
    '{ a } mutation($a: T = {b: {c: 1}}) @d(e: {}) { sink }',
    'fragment f on T { a } mutation { sink }',
    'schema { mutation: M }',
    'extend type Query { a: Int }',
    'MUTATION { sink }',
  ])('is refused when it holds anything but queries and fragments: %s', (document) => {
    expect(() => mustOnlyRead(document)).toThrow('Only queries are run')
  })

  it.each([
    'query { a',
    'query { a } }',
    'query',
    '{ a(x: "open) }',
    '{ a ; b }',
    '{ a(x: """ open) }',
    "{ a(x: 'b') }",
    'query { a ` }',
    '! { a }',
    '(x) { a }',
    '} query { a }',
    'query ) ( { a }',
  ])('is refused when it cannot be read: %s', (document) => {
    expect(() => mustOnlyRead(document)).toThrow('cannot be read as GraphQL')
  })
})
