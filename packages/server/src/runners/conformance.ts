import { normaliseStatements } from '@sightline/domain/auto-limit.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StorageKind } from '../platform/results/batch.ts'
import { secretValues } from '../platform/type-options.ts'
import { type ReadValue, rowsOf } from '../testing/rows-of.ts'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { type AnyRunner, CANCELLED, QueryError, type RunnerResult, type Session } from './runner.ts'

// The cases that every type of data source passes, with texts of its own: a type's test calls `describeConformance`.

type Options = Record<string, unknown>

/** Why an engine cannot have a case, in a few words for whoever reads the tests. */
export interface NotApplicable {
  notApplicable: string
}
export const notApplicable = (reason: string): NotApplicable => ({ notApplicable: reason })

/** A text and the rows that it answers with, as `rowsOf` reads them; `storage` is how the columns are kept. */
export interface Answer {
  text: string
  rows: ReadValue[][]
  storage?: StorageKind[]
}
/** Options that lead nowhere, and what is said of it. */
interface Refusal {
  options: Options
  message: RegExp
}
interface Failure {
  text: string
  message: RegExp
  /** Where in the text the error is shown; left out where the source does not tell. */
  at?: string
}
interface Schema {
  /** Creates tables with these names and an integer `id`. */
  create?(names: string[]): Promise<void>
  /** Tables that are there beforehand, with some of their columns. */
  tables: Record<string, string[]>
}

type Case<Facts> = Facts | NotApplicable

export interface ConformanceSetup {
  /** Options that reach the source. */
  options(): Options
  /** The same through a proxy on a port of this machine, for sources on TCP. `port` is the real one. */
  proxied: Case<{ port(): number; options(proxyPort: number): Options }>
  refused: { host: Case<() => Refusal>; password: Case<() => Refusal>; database: Case<() => Refusal> }
  columns: Answer & { names: string[] }
  repeatedNames: Case<{ text: string; names: string[] }>
  noRows: Case<{ text: string; names: string[] }>
  noResultSet: Case<{ text: string; message: string }>
  /** Values, by what they are; add those that no other source has as `strange`. */
  values: Record<
    | 'nulls'
    | 'integers'
    | 'decimals'
    | 'floats'
    | 'booleans'
    | 'texts'
    | 'emptyTexts'
    | 'dates'
    | 'wallClocks'
    | 'instants'
    | 'binary'
    | 'nested'
    | 'strange',
    Case<Answer>
  >
  /** Answers with the numbers from 1 to 5,000 in its first column, in order. */
  many: Case<{ text: string; count: number }>
  /** Works for minutes before its first row. */
  slow: Case<string>
  /** Has more rows than anybody reads. */
  endless: Case<string>
  /** Whether the source is at work on a text; asked by somebody else. */
  isWorkingOn: Case<(text: string) => Promise<boolean>>
  failing: Case<Failure>
  failingMidway: Case<Failure>
  severalStatements: Case<Answer>
  writing: Case<Failure>
  schema: Case<Schema>
  /** Where the source can be asked to end a run whose process is gone. */
  stoppable: boolean
}

const never = new AbortController().signal
const TABLES = 5000
/** Milliseconds that making so many tables may take on a machine that has other things to do. */
const CREATION = 120_000

/** Describes a runner in the cases that its setup has facts for. */
export function describeConformance(runner: AnyRunner, setup: ConformanceSetup): void {
  const configOf = (options: Options = setup.options()) => runner.config.parse(options)
  const run = (text: string, { signal = never, options = setup.options() } = {}, onSession?: (session: Session) => void) =>
    runner.run(text, { config: configOf(options), signal, tempDir: '/nowhere', ...(onSession ? { onSession } : {}) })
  const read = async (text: string) => rowsOf(await run(text))
  const refusal = (text: string) => failureOf(run(text).then(rowsOf))
  const names = ({ columns }: RunnerResult) => columns.map(({ name }) => name)

  describe(`${runner.name} conforms: connections`, () => {
    it('says that it answers', async () => {
      await runner.testConnection?.({ config: configOf(), signal: never })
    })

    for (const [what, refused] of Object.entries(setup.refused)) {
      given(refused, (refusalOf) => {
        it(`says why there is none, and no secret: wrong ${what}`, async () => {
          const { options, message } = refusalOf()
          const config = configOf(options)
          const attempts = [
            async () => runner.testConnection?.({ config, signal: never }),
            async () => rowsOf(await run(setup.columns.text, { options })),
          ]
          for (const attempt of attempts) {
            const failure = await failureOf(attempt())
            expect(failure.message).toMatch(message)
            for (const secret of secretValues(runner.config, options).filter((value) => value !== ''))
              expect(failure.message).not.toContain(secret)
          }
        })
      })
    }

    it('does not begin when it is too late', async () => {
      const tooLate = run(setup.columns.text, { signal: AbortSignal.abort() }).then(rowsOf)
      expect((await failureOf(tooLate)).message).toBe(CANCELLED)
    })
  })

  describe(`${runner.name} conforms: answers`, () => {
    it('have their columns in order', async () => {
      const result = await run(setup.columns.text)
      expect(names(result)).toEqual(setup.columns.names)
      expect(await rowsOf(result)).toEqual(setup.columns.rows)
    })

    it('are the same when the text has run before', async () => {
      expect([await read(setup.columns.text), await read(setup.columns.text)]).toEqual([setup.columns.rows, setup.columns.rows])
    })

    given(setup.repeatedNames, ({ text, names: expected }) => {
      it('have unique names', async () => {
        const result = await run(text)
        expect(names(result)).toEqual(expected)
        await rowsOf(result)
      })
    })

    given(setup.noRows, ({ text, names: expected }) => {
      it('have columns without rows', async () => {
        const result = await run(text)
        expect([names(result), await rowsOf(result)]).toEqual([expected, []])
      })
    })

    given(setup.noResultSet, ({ text, message }) => {
      it('say when there is nothing', async () => {
        expect((await refusal(text)).message).toBe(message)
      })
    })

    for (const [what, values] of Object.entries(setup.values)) {
      given(values, ({ text, rows, storage }) => {
        it(`keep values as they are: ${what}`, async () => {
          const result = await run(text)
          if (storage) expect(result.columns.map((column) => column.storage.kind)).toEqual(storage)
          expect(await rowsOf(result)).toEqual(rows)
        })
      })
    }

    given(setup.many, ({ text, count }) => {
      it('arrive whole and in order', async () => {
        const rows = await read(text)
        expect(rows.map(([first]) => Number(first))).toEqual(Array.from({ length: count }, (_, index) => index + 1))
      })

      if (!runner.supportsAutoLimit) return
      it('keep to the automatic limit', async () => {
        expect(await read(normaliseStatements(text, { dialect: runner.dialect, autoLimit: true }))).toHaveLength(1000)
      })
    })

    given(setup.severalStatements, ({ text, rows }) => {
      it('are those of the last of several statements', async () => {
        expect(await read(text)).toEqual(rows)
      })
    })

    if (runner.annotates) {
      it('do not depend on the comment in front of the text', async () => {
        expect(await read(`/* Username: ada@example.com, query_id: 7, Scheduled: False */ ${setup.columns.text}`)).toEqual(
          setup.columns.rows,
        )
      })
    }
  })

  describe(`${runner.name} conforms: what the source refuses`, () => {
    const told = (title: string, failing: Case<Failure>) =>
      given(failing, ({ text, message, at }) => {
        it(title, async () => {
          const failure = await refusal(text)
          expect(failure.message).toMatch(message)
          if (at !== undefined) expect(failure.position).toBe(text.indexOf(at) + 1)
          expect(await read(setup.columns.text)).toEqual(setup.columns.rows)
        })
      })
    told('is told in its words, with the place where it tells one', setup.failing)
    told('ends an answer in the middle', setup.failingMidway)
    told('includes changes, where it is only read', setup.writing)
  })

  const isStopped = [setup.slow, setup.endless].some((text) => typeof text === 'string')
  describe.runIf(isStopped)(`${runner.name} conforms: stopping`, () => {
    const isWorkingOn = 'notApplicable' in setup.isWorkingOn ? async () => false : setup.isWorkingOn
    const started = async (text: string) => {
      while (!(await isWorkingOn(text)));
    }

    given(setup.slow, (text) => {
      for (const reason of ['a cancel', 'a time limit']) {
        it(`reaches the source before it is told: ${reason}`, async () => {
          const stop = new AbortController()
          const outcome = failureOf(run(text, { signal: stop.signal }).then(rowsOf))
          await started(text)
          stop.abort(reason === 'a cancel' ? undefined : new DOMException('Too long.', 'TimeoutError'))
          expect((await outcome).message).toBe(CANCELLED)
          expect(await isWorkingOn(text)).toBe(false)
        })
      }

      if (!setup.stoppable) return
      it('reaches the source from elsewhere when the process of the run is gone', async () => {
        const { promise: session, resolve } = Promise.withResolvers<Session>()
        const outcome = failureOf(run(text, {}, resolve).then(rowsOf))
        await started(text)
        await runner.stop?.(await session, { config: configOf(), signal: never })
        expect(await isWorkingOn(text)).toBe(false)
        await outcome
      })
    })

    given(setup.endless, (text) => {
      it('ends what is being read, and what nobody reads any more', async () => {
        const result = await run(text)
        for await (const batch of result.batches) {
          expect(batch.rowCount).toBeGreaterThan(0)
          expect(batch.rowCount).toBeLessThanOrEqual(65_536)
          break
        }
        expect(await isWorkingOn(text)).toBe(false)
        const stop = new AbortController()
        const outcome = failureOf(readUntil(await run(text, { signal: stop.signal }), () => stop.abort()))
        expect((await outcome).message).toBe(CANCELLED)
        expect(await isWorkingOn(text)).toBe(false)
      })

      given(setup.proxied, ({ port, options }) => {
        it('is told when the source is lost in the middle', async () => {
          const proxy = await startTcpProxy(port())
          onTestFinished(() => proxy.close())
          const result = await run(text, { options: options(proxy.port) })
          const outcome = await failureOf(readUntil(result, () => proxy.cut()))
          expect(outcome.message).toMatch(/lost|closed|reset|socket|terminated/i)
        })
      })
    })
  })

  given(setup.schema, ({ create, tables }) => {
    describe(`${runner.name} conforms: the schema`, () => {
      const read = async () => (await runner.getSchema?.({ config: configOf(), signal: never })) ?? []

      it('has tables and columns, by name', async () => {
        const schema = await read()
        for (const [table, columns] of Object.entries(tables)) {
          const found = schema.find(({ name }) => name === table)
          expect(found?.columns.map(({ name }) => name)).toEqual(columns)
        }
        expect(schema.map(({ name }) => name)).toEqual(schema.map(({ name }) => name).sort())
      })

      if (!create) return
      it(
        `has as many tables as there are: ${TABLES}`,
        async () => {
          const expected = Array.from({ length: TABLES }, (_, index) => `conformance_${index}`)
          await create(expected)
          const found = new Set((await read()).map(({ name }) => name.toLowerCase()))
          expect(expected.filter((name) => !found.has(name))).toEqual([])
        },
        CREATION,
      )
    })
  })
}

function given<Facts extends object | string>(facts: Case<Facts>, describeCase: (facts: Facts) => void): void {
  if (typeof facts === 'object' && 'notApplicable' in facts) return
  describeCase(facts as Facts)
}

/** The error of a failing run. @throws whatever is no `QueryError`, and when it does not fail */
export async function failureOf(outcome: Promise<unknown>): Promise<QueryError> {
  try {
    await outcome
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  throw new Error('It did not fail.')
}

/** Reads on after the first batch, when something has been done. */
async function readUntil({ batches }: RunnerResult, act: () => void): Promise<void> {
  let isFirst = true
  for await (const _ of batches) {
    if (isFirst) act()
    isFirst = false
  }
}
