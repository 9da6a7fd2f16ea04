import { describe, expect, it } from 'vitest'
import { secretValues } from '../../platform/type-options.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { CANCELLED } from '../runner.ts'
import { defineCase, failureOf, type Subject } from './runs.ts'
import { manyTables } from './setup.ts'

/** Tests of connections that work and of connections that fail. */
export function describeConnections({ runner, setup, sourceContext, run }: Subject): void {
  describe(`${runner.name} conforms: connections`, () => {
    it('succeeds in testing a connection', async () => {
      await runner.testConnection?.(sourceContext())
    })

    for (const [what, refused] of Object.entries(setup.refused)) {
      defineCase(refused, (refusalOf) => {
        it(`says why it cannot connect, without secrets: wrong ${what}`, async () => {
          const { options, message } = refusalOf()
          const attempts = [
            async () => runner.testConnection?.(sourceContext(options)),
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

    it('does not start a run that is already cancelled', async () => {
      const tooLate = run(setup.columns.text, { signal: AbortSignal.abort() }).then(rowsOf)
      expect((await failureOf(tooLate)).message).toBe(CANCELLED)
    })
  })
}

/** Milliseconds. Creating so many tables is slow on a busy machine. */
const CREATION = 600_000

/** Tests of the schema. */
export function describeSchema({ runner, setup, sourceContext }: Subject): void {
  defineCase(setup.schema, ({ create, tables, count = manyTables.length }) => {
    describe(`${runner.name} conforms: the schema`, () => {
      const read = async () => (await runner.getSchema?.(sourceContext())) ?? []

      it('lists tables and columns by name', async () => {
        const schema = await read()
        for (const [table, columns] of Object.entries(tables)) {
          const found = schema.find(({ name }) => name === table)
          expect(found?.columns.map(({ name }) => name)).toEqual(columns)
        }
        expect(schema.map(({ name }) => name)).toEqual(schema.map(({ name }) => name).sort())
      })

      if (!create) return
      it(
        `lists ${count} tables completely (OPEN-810)`,
        async () => {
          const names = manyTables.slice(0, count)
          await create(names)
          const found = (await read()).map(({ name }) => name.toLowerCase())
          // Names may have that of a schema in front.
          const tables = new Set(found.map((name) => name.slice(name.lastIndexOf('.') + 1)))
          expect(names.filter((name) => !tables.has(name))).toEqual([])
        },
        CREATION,
      )
    })
  })
}
