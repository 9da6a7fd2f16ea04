import { describe, expect, it } from 'vitest'
import { contentDisposition, fileName } from '../../../platform/http/file-name.ts'

const day = new Date('2024-05-02T23:59:00Z')

describe('the file name of a download', () => {
  it('has the query name and the day of the result', () => {
    expect(fileName('Orders per day', 17, day, 'csv')).toBe('Orders_per_day_2024_05_02.csv')
  })

  it('has no characters that a file system refuses', () => {
    expect(fileName(' a/b: "c"\n<d>|?* ', 17, day, 'xlsx')).toBe('a_b_c_d_2024_05_02.xlsx')
    expect(fileName('../../etc/passwd', 17, day, 'csv')).toBe('.._.._etc_passwd_2024_05_02.csv')
  })

  it('falls back to the id', () => {
    expect(fileName(' // ', 17, day, 'json')).toBe('17_2024_05_02.json')
  })

  it('keeps characters beyond ASCII beside an ASCII form', () => {
    expect(contentDisposition('Umsätze_2024.csv')).toBe(
      'attachment; filename="Umsatze_2024.csv"; filename*=UTF-8\'\'Ums%C3%A4tze_2024.csv',
    )
    expect(contentDisposition('plain.csv')).toBe('attachment; filename="plain.csv"')
  })
})
