import { describe, expect, it } from 'vitest'
import { QueryError } from '../runner.ts'
import { tableRows } from './annotated-csv.ts'

/** The rows of a response whose lines arrive in these groups. */
async function rowsIn(...groups: string[][]) {
  const lines = async function* () {
    yield* groups
  }
  const rows = []
  for await (const group of tableRows(lines())) rows.push(...group)
  return rows
}

describe('annotated CSV', () => {
  it('has values of the types that stand above them', async () => {
    expect(
      await rowsIn([
        '#datatype,string,long,unsignedLong,double,boolean,dateTime:RFC3339,string',
        ',result,a,b,c,d,e,f',
        ',x,-5,18446744073709551615,-Inf,true,2024-02-29T10:00:00Z,',
        ',,,,,,,',
        ',y,1,2,0.5,false,,z',
      ]),
    ).toEqual([
      { result: 'x', a: -5n, b: 18446744073709551615n, c: Number.NEGATIVE_INFINITY, d: true, e: '2024-02-29T10:00:00Z', f: '' },
      { result: '', a: null, b: null, c: null, d: null, e: null, f: '' },
      { result: 'y', a: 1n, b: 2n, c: 0.5, d: false, e: null, f: 'z' },
    ])
  })

  it('reads strings where there are no types, and null where a record is too short', async () => {
    expect(await rowsIn([',a,b', ',1'])).toEqual([{ a: '1', b: '' }])
  })

  it('has the defaults of its own block where a field is empty', async () => {
    expect(
      await rowsIn([
        '#datatype,string,string,long',
        '#default,_result,none,',
        ',result,a,n',
        ',,,',
        ',r,x,7',
        '',
        '#datatype,string,string',
        ',result,a',
        ',,',
      ]),
    ).toEqual([
      { result: '_result', a: 'none', n: null },
      { result: 'r', a: 'x', n: 7n },
      { result: '', a: '' },
    ])
  })

  it('begins a new header after an empty line, with the types of the block before', async () => {
    expect(await rowsIn(['#datatype,string,long', ',r,a', ',x,1', '', ',r,b', ',y,2'])).toEqual([
      { r: 'x', a: 1n },
      { r: 'y', b: 2n },
    ])
  })

  it('has fields in quotes, over several lines and groups, with line breaks as they were stored (OPEN-640)', async () => {
    expect(await rowsIn([',a,b\r', ',"x, ""y"" and', 'more",z\r', ',"p'], ['q","",'])).toEqual([
      { a: 'x, "y" and\nmore', b: 'z' },
      { a: 'p\nq', b: '' },
    ])
    expect(await rowsIn([',a', ',"two\r', 'lines"\r'])).toEqual([{ a: 'two\nlines' }])
  })

  it('yields no group without rows', async () => {
    const lines = async function* () {
      yield [',a']
      yield [',1']
      yield ['']
    }
    const groups = []
    for await (const group of tableRows(lines())) groups.push(group)
    expect(groups).toEqual([[{ a: '1' }]])
  })

  it('reports an error that the server sent instead of a table', async () => {
    await expect(rowsIn([',error,reference', ',out of memory,897'])).rejects.toThrow(new QueryError('out of memory'))
    expect(await rowsIn([',error', ',none'])).toEqual([{ error: 'none' }])
    expect(await rowsIn(['#datatype,double,string', ',error,reference', ',0.5,a'])).toEqual([{ error: 0.5, reference: 'a' }])
  })
})
