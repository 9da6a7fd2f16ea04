import { normaliseStatements } from '@sightline/domain/sql-text/statements.ts'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { RunnerResult } from '../runner.ts'
import { defineCase, type Subject } from './runs.ts'
import type { Case, Failure } from './setup.ts'

const names = ({ columns }: RunnerResult) => columns.map(({ name }) => name)

/** Tests of columns and values. */
export function describeAnswers({ runner, setup, run, read, refusal }: Subject): void {
  describe(`${runner.name} conforms: results`, () => {
    it('returns columns in order', async () => {
      const result = await run(setup.columns.text)
      expect(names(result)).toEqual(setup.columns.names)
      expect(await rowsOf(result)).toEqual(setup.columns.rows)
    })

    it('returns the same rows when the query runs again', async () => {
      expect([await read(setup.columns.text), await read(setup.columns.text)]).toEqual([setup.columns.rows, setup.columns.rows])
    })

    defineCase(setup.repeatedNames, ({ text, names: expected }) => {
      it('returns unique column names', async () => {
        const result = await run(text)
        expect(names(result)).toEqual(expected)
        await rowsOf(result)
      })
    })

    defineCase(setup.noRows, ({ text, names: expected }) => {
      it('returns columns even if there are no rows', async () => {
        const result = await run(text)
        expect([names(result), await rowsOf(result)]).toEqual([expected, []])
      })
    })

    defineCase(setup.noResultSet, ({ text, message }) => {
      it('reports that there is no data', async () => {
        expect((await refusal(text)).message).toBe(message)
      })
    })

    for (const [what, values] of Object.entries(setup.values)) {
      defineCase(values, ({ text, rows, storage }) => {
        it(`keeps values exactly: ${what}`, async () => {
          const result = await run(text)
          if (storage) expect(result.columns.map((column) => column.storage.kind)).toEqual(storage)
          expect(await rowsOf(result)).toEqual(rows)
        })
      })
    }

    defineCase(setup.many, ({ text, count }) => {
      it('returns all rows in order', async () => {
        const rows = await read(text)
        expect(rows.map(([first]) => Number(first))).toEqual(Array.from({ length: count }, (_, index) => index + 1))
      })

      if (!runner.supportsAutoLimit) return
      it('applies the automatic limit', async () => {
        expect(await read(normaliseStatements(text, { dialect: runner.dialect, autoLimit: true }))).toHaveLength(1000)
      })
    })

    defineCase(setup.severalStatements, ({ text, rows }) => {
      it('returns the rows of the last of several statements', async () => {
        expect(await read(text)).toEqual(rows)
      })
    })

    if (runner.annotates) {
      it('ignores the annotation in front of the query', async () => {
        expect(await read(`/* Username: ada@example.com, query_id: 7, Scheduled: False */ ${setup.columns.text}`)).toEqual(
          setup.columns.rows,
        )
      })
    }
  })
}

/** Tests of errors that a source reports for a query. */
export function describeRefusals({ runner, setup, read, refusal }: Subject): void {
  describe(`${runner.name} conforms: errors of the source`, () => {
    const reports = (title: string, failing: Case<Failure>) =>
      defineCase(failing, ({ text, message, at }) => {
        it(title, async () => {
          const failure = await refusal(text)
          expect(failure.message).toMatch(message)
          if (at !== undefined) expect(failure.position).toBe(text.indexOf(at) + 1)
          expect(await read(setup.columns.text)).toEqual(setup.columns.rows)
        })
      })
    reports('reports the message of the source, with its position if there is one', setup.failing)
    reports('reports an error in the middle of a result', setup.failingMidway)
    reports('refuses to write if the source is read-only', setup.writing)
  })
}
