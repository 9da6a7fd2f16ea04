import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { type ConformanceSetup, type ExpectedResult, type NotApplicable, notApplicable } from '../runners/conformance.ts'
import type { ReadValue } from './rows-of.ts'
import { type StubAnswer, type StubCall, type StubServer, startStub } from './stub-server.ts'

// Stubs that know some texts, for the cases that every type passes.

/** Texts that a stub does not answer with a table: one never ends, one has no last row, one is wrong. */
export const SLOW = 'SELECT slow()'
export const ENDLESS = 'SELECT * FROM endless'
export const FAILING = 'SELECT 1,\n  colour FROM t'
export const CHANGE = 'CREATE TABLE t (id int)'

const COLUMNS = "SELECT 1 AS b, 'x' AS a"
const REPEATED = 'SELECT 1 AS id, 2 AS id'
const NOTHING = 'SELECT id FROM nothing'
const NUMBERS = 'SELECT n FROM numbers'
const NUMBER_COUNT = 5000
const LIMIT = 1000

const same = <Value>(value: Value): Value => value

/** What a stub has for a text; types and values are those of its protocol. */
export interface CannedTable<Type> {
  columns: { name: string; type: Type }[]
  rows: unknown[][]
}

/** Values as a stub sends them and as a runner reads them. */
export interface CannedValues<Type> {
  types: Type[]
  sent: unknown[][]
  rows: ReadValue[][]
  storage?: ExpectedResult['storage']
}

interface Book<Type> {
  integer: Type
  text: Type
  /** How an integer is sent; as it is when left out. */
  write?: (value: number) => unknown
  /** How a text is said in a language that is not SQL; as it is when left out. */
  phrase?: (text: string) => string
  values: Record<keyof ConformanceSetup['values'], CannedValues<Type> | NotApplicable>
}

/** Texts with their tables for a stub, and what is expected of a runner that asks for them. */
export function cannedBook<Type>({ integer, text, write = same, phrase = same, values }: Book<Type>) {
  const id = { name: 'id', type: integer }
  const numbers = (count: number): CannedTable<Type> => ({
    columns: [{ name: 'n', type: integer }],
    rows: Array.from({ length: count }, (_, index) => [write(index + 1)]),
  })
  const tables = new Map<string, CannedTable<Type>>([
    [
      COLUMNS,
      {
        columns: [
          { name: 'b', type: integer },
          { name: 'a', type: text },
        ],
        rows: [[write(1), 'x']],
      },
    ],
    [REPEATED, { columns: [id, id], rows: [[write(1), write(2)]] }],
    [NOTHING, { columns: [id], rows: [] }],
    [NUMBERS, numbers(NUMBER_COUNT)],
    [`${NUMBERS} LIMIT ${LIMIT}`, numbers(LIMIT)],
    ...Object.entries(values).flatMap(([name, canned]): [string, CannedTable<Type>][] =>
      'notApplicable' in canned ? [] : [[`SELECT ${name}`, tableOf(canned)]],
    ),
  ])
  const answers = Object.entries(values).map(([name, canned]) => [
    name,
    'notApplicable' in canned ? canned : answerOf(phrase(`SELECT ${name}`), canned),
  ])
  return {
    /** What a text answers with, whatever comment stands in front of it. */
    tableOf: (asked: string) => tables.get(plainText(asked)),
    facts: {
      columns: { text: phrase(COLUMNS), names: ['b', 'a'], rows: [[1n, 'x']] },
      repeatedNames: { text: phrase(REPEATED), names: ['id', 'id1'] },
      noRows: { text: phrase(NOTHING), names: ['id'] },
      values: Object.fromEntries(answers) as ConformanceSetup['values'],
      many: { text: phrase(NUMBERS), count: NUMBER_COUNT },
    } satisfies Partial<ConformanceSetup>,
  }
}

const tableOf = <Type>({ types, sent }: CannedValues<Type>): CannedTable<Type> => ({
  columns: types.map((type, index) => ({ name: `c${index}`, type })),
  rows: sent,
})

const answerOf = <Type>(text: string, { rows, storage }: CannedValues<Type>): ExpectedResult => ({
  text,
  rows,
  ...(storage ? { storage } : {}),
})

/** A text without the comment that tells who asks, and without a semicolon behind it. */
export const plainText = (asked: string): string => asked.replace(/^\/\* Username: .*? \*\/ /, '').replace(/;\s*$/, '')

/** A name for a text that can stand in a path, for stubs that are asked about a run by its id. */
export const idOf = (text: string): string => Buffer.from(plainText(text)).toString('base64url')
export const textOf = (id: string): string => Buffer.from(id, 'base64url').toString()

/** Rows in pages; at least one. */
export function pagesOf(rows: readonly unknown[][], size = LIMIT): unknown[][][] {
  const pages = Array.from({ length: Math.ceil(rows.length / size) }, (_, page) => rows.slice(page * size, (page + 1) * size))
  return pages.length > 0 ? pages : [[]]
}

/** What can never be had of sources over HTTP, and what stubs do not show. */
export const OVER_HTTP = {
  proxied: notApplicable('each call stands alone; what is lost is told by the client that all types share'),
  failingMidway: notApplicable('errors come before the first row'),
  writing: notApplicable('what a user may change is up to the source'),
} satisfies Partial<ConformanceSetup>

/** Cases of values that a source cannot have, for one reason; the others are added to them. */
export function withoutValues(reason: string): Record<keyof ConformanceSetup['values'], NotApplicable> {
  const none = notApplicable(reason)
  return {
    ...{ nulls: none, integers: none, decimals: none, floats: none, booleans: none, texts: none, emptyTexts: none },
    ...{ dates: none, wallClocks: none, instants: none, binary: none, nested: none, strange: none },
  }
}

/** Values that nearly all sources have, by the names of their types. `write` is how a truth value is sent. */
export function commonValues<Type>(
  { boolean, text, date }: { boolean: Type; text: Type; date: Type },
  write: (value: boolean) => unknown = same,
) {
  return {
    booleans: { types: [boolean], sent: [[write(true)], [write(false)]], rows: [[true], [false]], storage: ['boolean'] },
    texts: { types: [text], sent: [['naïve 🐘 漢字'], ['two\nlines']], rows: [['naïve 🐘 漢字'], ['two\nlines']] },
    emptyTexts: { types: [text], sent: [[''], [null]], rows: [[''], [null]] },
    dates: { types: [date], sent: [['2024-02-29'], ['0001-01-01']], rows: [['2024-02-29'], ['0001-01-01']], storage: ['date'] },
  } satisfies Partial<Record<keyof ConformanceSetup['values'], CannedValues<Type>>>
}

/** Values of sources that answer plain JSON, and tell no types. */
export const JSON_VALUES = {
  ...commonValues({ boolean: null, text: null, date: null }),
  nulls: { types: [null, null], sent: [[null, null]], rows: [[null, null]] },
  integers: { types: [null], sent: [[-(2 ** 53)], [2 ** 53]], rows: [[-(2n ** 53n)], [2n ** 53n]], storage: ['int64'] },
  decimals: notApplicable('numbers are integers and doubles'),
  floats: { types: [null], sent: [[-1.5e-300], [0.1]], rows: [[-1.5e-300], [0.1]], storage: ['double'] },
  dates: { types: [null], sent: [['2024-02-29']], rows: [['2024-02-29']] },
  wallClocks: { types: [null], sent: [['2024-03-31T01:59:59.123']], rows: [['2024-03-31T01:59:59.123']] },
  instants: { types: [null], sent: [['2024-03-31T01:59:59.5+02:00']], rows: [['2024-03-31T01:59:59.5+02:00']] },
  binary: notApplicable('values are those of JSON'),
  nested: { types: [null], sent: [[[1, null]]], rows: [['[1,null]']], storage: ['json'] },
  strange: notApplicable('values are those of JSON'),
} satisfies Record<keyof ConformanceSetup['values'], CannedValues<null> | NotApplicable>

/** An address where nobody answers, and what is said of it. */
export const NOBODY = { url: 'http://127.0.0.1:1', host: '127.0.0.1', port: 1, message: /connection refused$/ }

/** The texts that a stub is at work on. */
export class Work {
  readonly #texts = new Set<string>()
  begin(text: string): void {
    this.#texts.add(plainText(text))
  }
  end(text: string): void {
    this.#texts.delete(plainText(text))
  }
  has(text: string): boolean {
    return this.#texts.has(plainText(text))
  }
  /** For the cases: lets others have a turn before it looks. */
  readonly isWorkingOn = async (text: string): Promise<boolean> => {
    await setImmediate()
    return this.has(text)
  }
  /** Is at work on a text until the connection is closed, or until somebody has ended it. */
  async until(text: string, closed: AbortSignal): Promise<void> {
    this.begin(text)
    while (this.has(text) && !closed.aborted) await setImmediate()
    this.end(text)
  }
}

/** A stub for all tests of a file. Its address is known once they run. */
export function cannedStub(answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>) {
  let stub: StubServer | undefined
  beforeAll(async () => {
    stub = await startStub(answer)
  })
  afterAll(() => stub?.close())
  return { url: () => stub?.url ?? '', port: () => stub?.port ?? 0 }
}
