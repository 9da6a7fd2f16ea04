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

  it('says what access the reader needs, if it was lost after the page was loaded (EDIT-43)', () => {
    const refused = asRunError(new ApiError(403, null, 'Refused.', null))
    expect(previewProblem(refused, 'Shop')).toEqual({
      lead: 'You may not run queries on Shop: ask an admin for full access to preview its tables.',
      text: '',
    })
  })

  it('shows any other error as it came (EDIT-43)', () => {
    const error = new FailedRunError('relation "gone" does not exist')
    expect(previewProblem(error, 'Shop')).toEqual({ lead: 'Error running query:', text: error.message })
  })
})
