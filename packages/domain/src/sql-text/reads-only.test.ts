import { describe, expect, it } from 'vitest'
import { readsOnly } from './reads-only.ts'

describe('a text that only reads', () => {
  it.each([
    'select 1',
    '  /* who asks */ SELECT * FROM t; -- the end',
    'with a as (select 1) select * from a',
    'select \'delete from t\' as text, "update" from t',
    'values (1), (2)',
    'select updated_at, insertions from t',
  ])('is one reading statement: %s', (text) => {
    expect(readsOnly(text, 'postgresql')).toBe(true)
  })

  it.each([
    '',
    '-- nothing',
    'delete from t',
    'select 1; select 2',
    'with gone as (delete from t returning *) select * from gone',
    'select * into copy from t',
    'select * from t for update',
    'call refresh()',
    'explain analyze delete from t',
    'set x = 1',
  ])('is not: %s', (text) => {
    expect(readsOnly(text, 'postgresql')).toBe(false)
  })

  it('is told by the dialect, and never for what is no SQL', () => {
    expect(readsOnly("select 'a\\' ; delete from t; --'", 'mysql')).toBe(true)
    expect(readsOnly("select 'a\\' ; delete from t; --'", 'postgresql')).toBe(false)
    for (const none of ['', 'promql', 'address']) expect(readsOnly('select 1', none)).toBe(false)
  })
})
