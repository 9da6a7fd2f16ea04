import { describe, expect, it } from 'vitest'
import { parseStoredDraft, storableDraft } from './DraftRecovery.tsx'
import { newDraft } from './draft.ts'

describe('a stored draft', () => {
  it('is restored without parameter values that were typed and not applied', () => {
    const draft = { ...newDraft(3), text: 'SELECT {{ n }}', parameters: [{ name: 'n', value: 1, pendingValue: 2 }] }
    const read = parseStoredDraft(JSON.parse(JSON.stringify(storableDraft(draft, 4))))
    expect(read).toEqual({ ...draft, parameters: [{ name: 'n', value: 1 }], version: 4 })
  })

  it.each([[null], ['text'], [{}], [{ ...newDraft(1), version: null, text: 5 }]])('is refused if it is %j', (value) => {
    expect(parseStoredDraft(value)).toBeNull()
  })
})
