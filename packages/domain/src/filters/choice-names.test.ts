import { expect, it } from 'vitest'
import { choiceNames } from './choice-names.ts'

const formats = { dateFormat: 'DD/MM/YY', dateTimeFormat: 'DD/MM/YY HH:mm', timeZone: 'Asia/Kolkata' }

it('names times with a zone on the clock of the reader, as the table does (OPEN-132)', () => {
  expect(choiceNames(['2026-06-30T18:30:00Z', null], formats)).toEqual(['01/07/26', '(empty)'])
  expect(choiceNames(['2026-06-30T18:30:00Z', '2026-07-01T10:00:00Z'], formats)).toEqual(['01/07/26 00:00', '01/07/26 15:30'])
})

it('names days in the format of the organization (OPEN-658)', () => {
  expect(choiceNames(['2026-06-30', null], formats)).toEqual(['30/06/26', '(empty)'])
})

it('names other values as they are, and missing ones (empty) (OPEN-132) (OPEN-675)', () => {
  const values = ['2026-06-30T18:30:00Z', 'soon', '2026-06-30', 4, true, null]
  expect(choiceNames(values, formats)).toEqual(['2026-06-30T18:30:00Z', 'soon', '2026-06-30', '4', 'true', '(empty)'])
})
