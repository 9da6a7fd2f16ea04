import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/error.ts'
import { asRunError, FailedRunError } from '../../../results/follow-run.ts'
import { previewProblem } from './preview-problem.ts'

describe('a preview that fails', () => {
  it.each([
    'permission denied for table salaries',
    "SELECT command denied to user 'reader'@'localhost' for table 'salaries'",
    "The SELECT permission was denied on the object 'salaries', database 'shop', schema 'dbo'.",
    'ORA-01031: insufficient privileges',
    'DB::Exception: reader: Not enough privileges. To execute this query, it is necessary to have the grant SELECT(n)',
    'Access Denied: Cannot select from table shop.salaries',
  ])('says whose account needs access, with the message of the database: %s (EDIT-43)', (message) => {
    expect(previewProblem(new FailedRunError(message), 'Shop')).toEqual({
      lead: 'The account of Shop may not read this table: ask an admin of the database to grant it access.',
      text: message,
    })
  })

  it('says whom to ask, with the reason, if the server refuses the run (EDIT-43)', () => {
    const refused = asRunError(new ApiError(403, null, 'You do not have access to query id 5.', null))
    expect(previewProblem(refused, 'Shop')).toEqual({
      lead: 'You may not read this table of Shop: ask an admin for access.',
      text: refused.message,
    })
  })

  it.each(['relation "gone" does not exist', "Access denied for user 'reader'@'localhost' (using password: YES)"])(
    'shows any other error as it came: %s (EDIT-43)',
    (message) => {
      const error = new FailedRunError(message)
      expect(previewProblem(error, 'Shop')).toEqual({ lead: 'Error running query:', text: error.message })
    },
  )
})
