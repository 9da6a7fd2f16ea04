import { expect, it } from 'vitest'
import { startFailure } from './start-failure.ts'

it('names the database, not the statement, if the connection is lost during a start (OPEN-293)', () => {
  const lost = new Error('Connection terminated unexpectedly')
  const sentence = 'The database of SIGHTLINE_DATABASE_URL cannot be reached: Connection terminated unexpectedly'
  expect(startFailure(new Error('Failed query: insert into "background_queues"\nparams: clean_up', { cause: lost }))).toBe(
    sentence,
  )
  expect(startFailure(lost)).toBe(sentence)
  // The error of the first connection already is that sentence.
  expect(startFailure(new Error(sentence, { cause: lost }))).toBe(sentence)
  expect(startFailure(new Error('The data directory is in use.'))).toBe('The data directory is in use.')
})
