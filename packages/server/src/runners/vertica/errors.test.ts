import { expect, it } from 'vitest'
import { statementError } from './errors.ts'

it('reports detail and hint of a server error', () => {
  const said = { code: '42883', position: '8', detail: 'No function matches.', hint: 'You may need to add type casts.' }
  const error = Object.assign(new Error('Function f(int) does not exist'), said)
  expect(statementError(error)).toMatchObject({
    message: 'Function f(int) does not exist\nDETAIL: No function matches.\nHINT: You may need to add type casts.',
    position: 8,
  })
  expect(statementError(new Error('no more')).message).toBe('no more')
})
