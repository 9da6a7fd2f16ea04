import { normaliseStatements } from '@sightline/domain/sql-text/statements.ts'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { Case, Failure } from '../conformance.ts'
import type { RunnerResult } from '../runner.ts'
import { given, type Subject } from './runs.ts'

const names = ({ columns }: RunnerResult) => columns.map(({ name }) => name)

/** Tests of columns and values. */
export function describeAnswers({ runner, setup, run, read, refusal }: Subject): void {
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
}

/** Tests of errors that a source reports for a query. */
export function describeRefusals({ runner, setup, read, refusal }: Subject): void {
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
}
