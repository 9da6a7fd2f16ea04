import { describe, expect, it } from 'vitest'
import { given, type Subject } from './runs.ts'

const TABLES = 5000
/** Milliseconds. Creating so many tables is slow on a busy machine. */
const CREATION = 120_000

/** Tests of the schema. */
export function describeSchema({ runner, setup, sourceContext }: Subject): void {
  given(setup.schema, ({ create, tables }) => {
    describe(`${runner.name} conforms: the schema`, () => {
      const read = async () => (await runner.getSchema?.(sourceContext())) ?? []

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
