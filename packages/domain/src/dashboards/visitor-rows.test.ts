import { describe, expect, it } from 'vitest'
import { visitorsSeeRows, withVisitorRows } from './visitor-rows.ts'

describe('the rows behind marks on a public dashboard', () => {
  it('are not for visitors unless it was chosen (OPEN-246)', () => {
    expect([{}, { visitorsSeeRows: 'yes' }, { visitorsSeeRows: true }].map(visitorsSeeRows)).toEqual([false, false, true])
  })

  it('are chosen without a change to the other options (OPEN-246)', () => {
    const chosen = withVisitorRows({ tabs: [] }, true)
    expect([chosen, visitorsSeeRows(chosen)]).toEqual([{ tabs: [], visitorsSeeRows: true }, true])
    expect(withVisitorRows(chosen, false)).toEqual({ tabs: [] })
  })
})
