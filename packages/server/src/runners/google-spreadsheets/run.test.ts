import { describe, expect, it } from 'vitest'
import { sheetQuery } from './run.ts'

describe('the query of a spreadsheet', () => {
  it.each([
    ['abc', { key: 'abc', sheet: 0 }],
    [' abc | 2 ', { key: 'abc', sheet: 2 }],
    ['abc|', { key: 'abc', sheet: 0 }],
    ['abc|"Sales | 2024"', { key: 'abc', sheet: 'Sales | 2024' }],
    ['abc|"2"', { key: 'abc', sheet: '2' }],
    ['abc|""', { key: 'abc', sheet: '' }],
    ['https://docs.google.com/spreadsheets/d/K-e_y/edit#gid=0', { key: 'K-e_y', sheet: 0 }],
    ['HTTPS://docs.google.com/spreadsheets/u/12/d/key?x=1|3', { key: 'key', sheet: 3 }],
    ['https://docs.google.com/spreadsheets/d/key#gid', { key: 'key', sheet: 0 }],
  ])('%s', (text, query) => {
    expect(sheetQuery(text)).toEqual(query)
  })

  it.each(['', '|2', 'https://docs.google.com/document/d/key'])('is refused without a key: %j', (text) => {
    expect(() => sheetQuery(text)).toThrow('The query should be the key or the address of a spreadsheet.')
  })

  it.each(['abc|Sales', 'abc|-1', 'abc|2x', 'abc|"Sales'])('is refused with a title that stands in no quotes: %s', (text) => {
    expect(() => sheetQuery(text)).toThrow('is not the number of a sheet. Put a title into quotes.')
  })
})
