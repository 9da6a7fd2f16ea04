import { describe, expect, it } from 'vitest'
import { QueryError } from '../runner.ts'
import { connectError, isCancelled, statementError } from './errors.ts'

const said = (message: string, fields: object) => Object.assign(new Error(message), fields)

describe('an error of a statement', () => {
  it('has the detail, the hint and the position that the server names', () => {
    const fields = { code: '42883', position: '8', detail: 'No function matches.', hint: 'You may need to add type casts.' }
    const error = said('Function f(int) does not exist', fields)
    expect(statementError(error)).toMatchObject({
      message: 'Function f(int) does not exist\nDETAIL: No function matches.\nHINT: You may need to add type casts.',
      position: 8,
      cause: error,
    })
  })

  it('has only what the server names', () => {
    expect(statementError(new Error('no more'))).toMatchObject({ message: 'no more', position: null })
    expect(statementError(said('wrong', { position: '0', hint: 'Try again.' }))).toMatchObject({
      message: 'wrong\nHINT: Try again.',
      position: null,
    })
    expect(statementError('gone')).toMatchObject({ message: 'gone', position: null, cause: 'gone' })
  })

  it('is kept if it already is one for users', () => {
    const error = new QueryError('known', { position: 3 })
    expect([statementError(error), connectError(error, { host: 'db', port: 1 })]).toEqual([error, error])
    expect(statementError(error)).toBe(error)
  })

  it('is a cancel by its code alone', () => {
    expect([isCancelled(said('x', { code: '57014' })), isCancelled(said('57014', {})), isCancelled({ code: '57014' })]).toEqual(
      [true, false, false],
    )
  })
})

describe('an error of connecting', () => {
  const address = { host: 'db.example', port: 5433 }

  it.each([
    [
      said('connect ECONNREFUSED 10.0.0.1:5433', { code: 'ECONNREFUSED' }),
      'could not connect to server at db.example:5433: connection refused',
    ],
    [said('timeout expired', {}), 'could not connect to server at db.example:5433: no answer in time'],
    [
      said('There was an error establishing a TLS connection', {}),
      'no secure connection to db.example:5433: the server does not use TLS at this port',
    ],
    [
      said('Connection terminated unexpectedly', {}),
      'could not connect to server at db.example:5433: the connection was closed by the server',
    ],
    [said('Invalid username or password', { code: '28000' }), 'Invalid username or password'],
    ['gone', 'gone'],
  ])('says in one sentence why: %s', (error, message) => {
    expect(connectError(error, address)).toMatchObject({ message, cause: error })
  })
})
