import { describe, expect, it } from 'vitest'
import { secretValues } from '../../platform/type-options.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { CANCELLED } from '../runner.ts'
import { failureOf, given, type Subject } from './runs.ts'

/** Tests of connections that work and of connections that fail. */
export function describeConnections({ runner, setup, sourceContext, run }: Subject): void {
  describe(`${runner.name} conforms: connections`, () => {
    it('says that it answers', async () => {
      await runner.testConnection?.(sourceContext())
    })

    for (const [what, refused] of Object.entries(setup.refused)) {
      given(refused, (refusalOf) => {
        it(`says why there is none, and no secret: wrong ${what}`, async () => {
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

    it('does not begin when it is too late', async () => {
      const tooLate = run(setup.columns.text, { signal: AbortSignal.abort() }).then(rowsOf)
      expect((await failureOf(tooLate)).message).toBe(CANCELLED)
    })
  })
}
