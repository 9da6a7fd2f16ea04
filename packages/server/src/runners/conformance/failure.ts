import { QueryError } from '../runner.ts'

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
