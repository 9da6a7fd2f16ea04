import { describe, expect, it } from 'vitest'
import { splitStatements } from './statements.ts'

const texts = (text: string) => splitStatements(text).map((statement) => statement.text.trim())

describe('splitting a query text into statements', () => {
  it.each([
    ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
    [';;SELECT 1;;', ['SELECT 1']],
    ['-- only; a comment', []],
    ['/* a; /* nested; */ b; */ SELECT 1', ['/* a; /* nested; */ b; */ SELECT 1']],
    [`SELECT ';', 'it''s;', E'\\';', ";"; SELECT 2`, [`SELECT ';', 'it''s;', E'\\';', ";"`, 'SELECT 2']],
    ['SELECT $$;$$, $a$ $b$;$b$ $a$; SELECT 2', ['SELECT $$;$$, $a$ $b$;$b$ $a$', 'SELECT 2']],
    ['SELECT a$1;SELECT $1', ['SELECT a$1', 'SELECT $1']],
    [
      'CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2); SELECT 3',
      ['CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2)', 'SELECT 3'],
    ],
    [
      'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; SELECT f()',
      ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END', 'SELECT f()'],
    ],
    ['BEGIN; SELECT 1; END', ['BEGIN', 'SELECT 1', 'END']],
    ['BEGIN WORK; SELECT atomic; COMMIT', ['BEGIN WORK', 'SELECT atomic', 'COMMIT']],
    ['SELECT CASE WHEN true; SELECT 2', ['SELECT CASE WHEN true', 'SELECT 2']],
    ['DO ALSO (SELECT (1); SELECT (2)); SELECT 3', ['DO ALSO (SELECT (1); SELECT (2))', 'SELECT 3']],
    ['SELECT a$; SELECT $a$ ; $a$', ['SELECT a$', 'SELECT $a$ ; $a$']],
    ['SELECT $$never closed; SELECT 2', ['SELECT $$never closed; SELECT 2']],
    [`SELECT 'never closed; SELECT 2`, [`SELECT 'never closed; SELECT 2`]],
  ])('splits %s', (text, expected) => {
    expect(texts(text)).toEqual(expected)
  })

  it('returns the start of each statement', () => {
    const text = 'SELECT 1;\n SELECT 2'
    expect(splitStatements(text).map(({ start }) => text.slice(start))).toEqual([text, '\n SELECT 2'])
  })

  it.each([
    ['SELECT 1', true],
    ['(SELECT 1)', true],
    ['/* who */ with a AS (SELECT 1) SELECT * FROM a', true],
    ['INSERT INTO t VALUES (1)', false],
    ['INSERT INTO t VALUES (1) RETURNING id', true],
    [`INSERT INTO t VALUES ('returning')`, false],
    ['SET a = 1', false],
    ['COMMIT', false],
  ])('knows whether %s may return rows: %s', (text, expected) => {
    expect(splitStatements(text).map(({ mayReturnRows }) => mayReturnRows)).toEqual([expected])
  })
})
