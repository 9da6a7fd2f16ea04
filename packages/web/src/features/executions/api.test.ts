import { describe, expect, it } from 'vitest'
import { downloadPath } from './api.ts'

describe('the address of a download', () => {
  it('DL-02 names query and result for a saved query', () => {
    expect(downloadPath(12, 904, 'xlsx')).toBe('api/queries/12/results/904.xlsx')
  })

  it('DL-03 names the result alone for an unsaved query', () => {
    expect(downloadPath(null, 904, 'json')).toBe('api/query_results/904.json')
  })

  it('DL-04 is of a csv file unless told otherwise', () => {
    expect(downloadPath(12, 904)).toBe('api/queries/12/results/904.csv')
  })
})
