import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { type ConformanceSetup, type ExpectedResult, type NotApplicable, notApplicable } from '../runners/conformance/setup.ts'
import type { ReadValue } from './rows-of.ts'
import { type StubAnswer, type StubCall, type StubServer, startStub } from './stub-server.ts'

// Stub servers with canned answers, for the conformance cases of runners.

/** Queries without a regular result: one never responds, one has endless rows, one is invalid. */
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

/** The answer to a query, with types and values of the stub's protocol. */
export interface CannedTable<Type> {
  columns: { name: string; type: Type }[]
  rows: unknown[][]
}

/** Values as the stub sends them and as the runner reads them. */
export interface CannedValues<Type> {
  types: Type[]
  sent: unknown[][]
  rows: ReadValue[][]
  storage?: ExpectedResult['storage']
}

interface CannedSource<Type> {
  integer: Type
  text: Type
  /** Encodes an integer; identity by default. */
  write?: (value: number) => unknown
  /** Translates a query to a language other than SQL; identity by default. */
  phrase?: (text: string) => string
  values: Record<keyof ConformanceSetup['values'], CannedValues<Type> | NotApplicable>
}

/** Queries with their answers for a stub, and the results expected of a runner. */
export function cannedAnswers<Type>({ integer, text, write = same, phrase = same, values }: CannedSource<Type>) {
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
    /** The answer to a query, ignoring a leading comment. */
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

/** A query without the annotation comment and the trailing semicolon. */
export const plainText = (asked: string): string => asked.replace(/^\/\* Username: .*? \*\/ /, '').replace(/;\s*$/, '')

/** Encodes a query as an id for URL paths, for stubs that look up runs by id. */
export const idOf = (text: string): string => Buffer.from(plainText(text)).toString('base64url')
export const textOf = (id: string): string => Buffer.from(id, 'base64url').toString()

/** Rows in pages; at least one. */
export function pagesOf(rows: readonly unknown[][], size = LIMIT): unknown[][][] {
  const pages = Array.from({ length: Math.ceil(rows.length / size) }, (_, page) => rows.slice(page * size, (page + 1) * size))
  return pages.length > 0 ? pages : [[]]
}

/** Cases that do not apply to HTTP sources or stubs. */
export const NOT_OVER_HTTP = {
  proxied: notApplicable('each call stands alone; the client that all types share reports lost connections'),
  failingMidway: notApplicable('errors come before the first row'),
  writing: notApplicable('what a user may change is up to the source'),
} satisfies Partial<ConformanceSetup>

/** Marks value cases as not applicable, for one reason, and adds the others. */
export function withoutValues(reason: string): Record<keyof ConformanceSetup['values'], NotApplicable> {
  const none = notApplicable(reason)
  return {
    ...{ nulls: none, integers: none, decimals: none, floats: none, booleans: none, texts: none, emptyTexts: none },
    ...{ dates: none, wallClocks: none, instants: none, binary: none, nested: none, strange: none },
  }
}

/** Values that nearly all sources support, by type name. `write` encodes booleans. */
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

/** Values of sources that respond with untyped JSON. */
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

/** An unreachable address, and the expected error. */
export const UNREACHABLE = { url: 'http://127.0.0.1:1', host: '127.0.0.1', port: 1, message: /connection refused$/ }

/** The queries that a stub is running. */
export class RunningQueries {
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
  /** Yields to pending events before it checks. */
  readonly isWorkingOn = async (text: string): Promise<boolean> => {
    await setImmediate()
    return this.has(text)
  }
  /** Runs a query until the connection is closed or the query is cancelled. */
  async until(text: string, closed: AbortSignal): Promise<void> {
    this.begin(text)
    while (this.has(text) && !closed.aborted) await setImmediate()
    this.end(text)
  }
}

/** A stub for all tests of a file. Its URL is only known while they run. */
export function cannedStub(answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>) {
  let stub: StubServer | undefined
  beforeAll(async () => {
    stub = await startStub(answer)
  })
  afterAll(() => stub?.close())
  return { url: () => stub?.url ?? '', port: () => stub?.port ?? 0 }
}
