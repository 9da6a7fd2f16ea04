import { describe, expect, it } from 'vitest'
import {
  countStatements,
  hasAutoLimit,
  normaliseStatements,
  readsOnly,
  statementAt,
  statementsOf,
  takesAutoLimit,
} from './statements.ts'

const plain = (text: string, dialect = 'postgresql') => normaliseStatements(text, { dialect, autoLimit: false })
const limited = (text: string, dialect = 'postgresql') => normaliseStatements(text, { dialect, autoLimit: true })

describe('normalising the statements of a query', () => {
  it('removes trailing comments and semicolons', () => {
    expect(plain('SELECT 1 ; -- the end')).toBe('SELECT 1')
    expect(plain('SELECT 1 /* a */ ;;\n')).toBe('SELECT 1')
  })

  it('keeps comments before and within a statement', () => {
    expect(plain('-- daily\nSELECT 1 /* one */, 2')).toBe('-- daily\nSELECT 1 /* one */, 2')
  })

  it('keeps leading white space, so that line numbers match those of the editor', () => {
    expect(plain('\n\n  SELECT 1\n')).toBe('\n\n  SELECT 1')
  })

  it('drops empty statements and joins the others', () => {
    expect(plain('SET x = 1;; /* nothing */ ;SELECT 2;')).toBe('SET x = 1;\nSELECT 2')
    expect(plain(' ; -- nothing at all')).toBe('')
  })

  it('does not split at semicolons in strings, names, comments and dollar quotes', () => {
    for (const text of [
      "SELECT ';'",
      'SELECT ";"',
      'SELECT 1 /* ; */ + 1',
      'SELECT $$;$$',
      'SELECT $a$ ; $$ ; $a$',
      "SELECT 'it''s;'",
    ])
      expect(statementsOf(text, 'postgresql')).toEqual([text])
  })

  it('supports the backslash of MySQL and of escape strings, and the nested comments of PostgreSQL', () => {
    expect(statementsOf(String.raw`SELECT '\';' , 1`, 'mysql')).toHaveLength(1)
    expect(statementsOf(String.raw`SELECT '\'; SELECT 2`, 'postgresql')).toHaveLength(2)
    expect(statementsOf(String.raw`SELECT E'\';' , 1`, 'postgresql')).toHaveLength(1)
    expect(statementsOf('SELECT 1 /* a /* ; */ ; */ + 1', 'postgresql')).toHaveLength(1)
    expect(statementsOf('SELECT `a;b`', 'mysql')).toHaveLength(1)
    expect(statementsOf('SELECT 1 # ; no end', 'mysql')).toEqual(['SELECT 1'])
    expect(statementsOf('SELECT 5--1', 'mysql')).toEqual(['SELECT 5--1'])
  })
})

describe('splitting statements of other dialects', () => {
  it('supports the bracketed names of T-SQL and the backslash of ClickHouse', () => {
    expect(statementsOf('SELECT [a;b]]c] /* ; /* ; */ ; */', 'transactsql')).toEqual(['SELECT [a;b]]c]'])
    expect(statementsOf(String.raw`SELECT '\';' , 1`, 'clickhouse')).toHaveLength(1)
  })
})

describe('a text that ran', () => {
  it('is recognised as limited by the auto limit, in every dialect (EXEC-37)', () => {
    for (const dialect of ['postgresql', 'mysql', 'oracle', 'firebird', 'transactsql']) {
      expect(hasAutoLimit(limited('SELECT DISTINCT a FROM t', dialect)), dialect).toBe(true)
      expect(hasAutoLimit(limited('SET x = 1; /* all */ SELECT a FROM t', dialect)), dialect).toBe(true)
      expect(hasAutoLimit(plain('SELECT DISTINCT a FROM t', dialect)), dialect).toBe(false)
    }
    for (const text of [
      'SELECT a FROM t LIMIT 10',
      'SELECT a FROM t LIMIT 10000',
      'SELECT TOP 10 a FROM t',
      "SELECT ' TOP 1000'",
      'WITH a AS (SELECT 1) SELECT * FROM a LIMIT 1000',
      '(SELECT 1) LIMIT 1000',
      'SELECT * FROM (SELECT 1 LIMIT 1000)',
    ])
      expect(hasAutoLimit(text), text).toBe(false)
    expect(hasAutoLimit(limited(String.raw`SELECT 'it\'s; x'`, 'mysql'))).toBe(true)
  })
})

describe('the auto limit of T-SQL', () => {
  const top = (text: string) => normaliseStatements(text, { dialect: 'transactsql', autoLimit: true })

  it('is inserted after SELECT or SELECT DISTINCT', () => {
    expect(top('select * from orders;')).toBe('select TOP 1000 * from orders')
    expect(top('SELECT DISTINCT name FROM t')).toBe('SELECT DISTINCT TOP 1000 name FROM t')
    expect(top('-- SELECT nothing\n/* SELECT */ SELECT(SELECT 1)')).toBe(
      '-- SELECT nothing\n/* SELECT */ SELECT TOP 1000(SELECT 1)',
    )
  })

  it('is left out if the author has set a limit, or if it would apply to only a part of the query', () => {
    for (const text of [
      'SELECT TOP 5 * FROM t',
      'SELECT * FROM t ORDER BY id OFFSET 5 ROWS FETCH NEXT 5 ROWS ONLY',
      'SELECT 1 UNION ALL SELECT 2',
      'SELECT * INTO #t FROM t',
    ])
      expect(top(text)).toBe(text)
    expect(top('SELECT [top] FROM (SELECT TOP 5 a FROM t) x')).toBe('SELECT TOP 1000 [top] FROM (SELECT TOP 5 a FROM t) x')
  })
})

describe('the auto limit of Oracle and Firebird', () => {
  it('uses the FETCH clause of the SQL standard', () => {
    for (const dialect of ['oracle', 'firebird'])
      expect(normaliseStatements('SELECT id, (SELECT 1 FROM t ROWS 1) FROM orders;', { dialect, autoLimit: true })).toBe(
        'SELECT id, (SELECT 1 FROM t ROWS 1) FROM orders FETCH NEXT 1000 ROWS ONLY',
      )
  })

  it('is left out if the author has set a limit', () => {
    const own = [
      'SELECT a FROM t FETCH FIRST 5 ROWS ONLY',
      'SELECT a FROM t OFFSET 5 ROWS',
      'SELECT a FROM t FETCH FIRST ROW WITH TIES',
    ]
    for (const dialect of ['oracle', 'firebird'])
      for (const text of own) expect(normaliseStatements(text, { dialect, autoLimit: true })).toBe(text)
    for (const text of ['SELECT FIRST 5 a FROM t', 'SELECT a FROM t ROWS 5'])
      expect(normaliseStatements(text, { dialect: 'firebird', autoLimit: true })).toBe(text)
  })
})

describe('the auto limit', () => {
  it('is appended to a SELECT without one', () => {
    expect(limited('select * from orders;')).toBe('select * from orders LIMIT 1000')
    expect(limited('-- all\nSELECT 1')).toBe('-- all\nSELECT 1 LIMIT 1000')
  })

  it('applies to the last statement only', () => {
    expect(limited('SELECT 1; SELECT 2')).toBe('SELECT 1;\nSELECT 2 LIMIT 1000')
    expect(limited('SELECT 1; DELETE FROM t')).toBe('SELECT 1;\nDELETE FROM t')
  })

  it("keeps the author's limit, and ignores a limit in a subquery", () => {
    for (const text of ['SELECT 1 LIMIT 5', 'select 1 limit 5 offset 2', 'SELECT 1 FETCH FIRST 3 ROWS ONLY'])
      expect(limited(text)).toBe(text)
    expect(limited('SELECT * FROM (SELECT 1 LIMIT 5) t')).toBe('SELECT * FROM (SELECT 1 LIMIT 5) t LIMIT 1000')
    expect(limited("SELECT 'limit'")).toBe("SELECT 'limit' LIMIT 1000")
    for (const text of ['SELECT (1) FROM (t) LIMIT 5', 'SELECT f((1), (2)) LIMIT 5', 'SELECT * FROM (SELECT 1) t LIMIT 5'])
      expect(limited(text)).toBe(text)
  })

  it('is known beforehand, whatever strings, comments, subqueries and parameters contain (OPEN-163)', () => {
    const added = [
      'SELECT 1 -- LIMIT 5',
      'SELECT 1 /* FETCH FIRST 5 ROWS ONLY */',
      'SELECT \'limit 5\', "limit"',
      'SELECT * FROM (SELECT 1 LIMIT 5) t',
      'SELECT * FROM t WHERE x = {{ limit }}',
      'WITH a AS (SELECT 1) SELECT * FROM a; SELECT 2',
    ]
    const left = [
      'SELECT 1 LIMIT 5',
      'SELECT 1 FETCH FIRST 5 ROWS ONLY',
      'SELECT 1 UNION SELECT 2 LIMIT {{ rows }}',
      'WITH a AS (SELECT 1) SELECT * FROM a',
      '(SELECT 1)',
      'EXPLAIN SELECT 1',
      '-- SELECT 1',
      '',
    ]
    for (const text of added) expect(takesAutoLimit(text, 'postgresql'), text).toBe(true)
    for (const text of left) expect(takesAutoLimit(text, 'postgresql'), text).toBe(false)
    expect(takesAutoLimit('SELECT TOP 5 a FROM t', 'transactsql')).toBe(false)
    expect(takesAutoLimit('SELECT [TOP] FROM t -- TOP', 'transactsql')).toBe(true)
  })

  it('is left out for other statements', () => {
    expect(limited('WITH a AS (SELECT 1) SELECT * FROM a')).toBe('WITH a AS (SELECT 1) SELECT * FROM a')
    expect(limited('EXPLAIN SELECT 1')).toBe('EXPLAIN SELECT 1')
  })
})

describe('checking whether a query only reads', () => {
  it.each([
    'select 1',
    '  /* who asks */ SELECT * FROM t; -- the end',
    'with a as (select 1) select * from a',
    'select \'delete from t\' as text, "update" from t',
    'values (1), (2)',
    'select updated_at, insertions from t',
  ])('accepts a single reading statement: %s', (text) => {
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
    'merge into t using u on true when matched then do nothing',
    'replace into t values (1)',
    'with a as (insert into t values (1) returning *) table a',
    'with a as (update t set b = 1 returning *) table a',
    'create table t as select 1',
    'select 1 union select drop table t',
    'alter table t add a int',
    'truncate t',
  ])('refuses anything else: %s', (text) => {
    expect(readsOnly(text, 'postgresql')).toBe(false)
  })

  it('depends on the dialect, and refuses everything that is not SQL', () => {
    expect(readsOnly("select 'a\\' ; delete from t; --'", 'mysql')).toBe(true)
    expect(readsOnly("select 'a\\' ; delete from t; --'", 'postgresql')).toBe(false)
    for (const none of ['', 'promql', 'address']) expect(readsOnly('select 1', none)).toBe(false)
  })
})

describe('the statement at the cursor', () => {
  const at = (text: string, dialect = 'postgresql') => {
    const position = text.indexOf('|')
    const written = text.replace('|', '')
    const range = statementAt(written, dialect, position)
    return range && written.slice(range.start, range.end)
  }

  it('is the last one that begins before it (EDIT-33)', () => {
    expect(at('select| 1; select 2')).toBe('select 1')
    expect(at('select 1;| select 2')).toBe('select 1')
    expect(at('select 1;\n\n|select 2')).toBe('select 2')
    expect(at('select 1; select 2;\n-- the end|')).toBe('select 2')
    expect(at('| select 1; select 2')).toBe('select 1')
    expect(at("select ';|'; select 2")).toBe("select ';'")
    expect(at('-- nothing|')).toBeNull()
  })

  it('includes its parameters, whose signs begin no comment (EDIT-33)', () => {
    const text = 'select 1 {{#city}} and c = {{ city }} {{/city}}; select {{ n }}'
    expect(at(`|${text}`, 'mysql')).toBe('select 1 {{#city}} and c = {{ city }} {{/city}}')
    expect(at(`${text}|`, 'mysql')).toBe('select {{ n }}')
  })

  it('is one of as many as the text has, not counting empty ones (EDIT-36)', () => {
    expect(countStatements('select 1 {{#city}} and x {{/city}}; select 2', 'mysql')).toBe(2)
    expect(countStatements('set x = 1;; select {{ n }}; -- end', 'postgresql')).toBe(2)
    expect(countStatements('', 'postgresql')).toBe(0)
  })
})
