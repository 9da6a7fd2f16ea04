import { describe, expect, it } from 'vitest'
import type { Case, Failure } from '../conformance.ts'
import { given, type Subject } from './runs.ts'

/** What a source says against a text. */
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
