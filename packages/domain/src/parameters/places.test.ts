import { describe, expect, it } from 'vitest'
import { isOnlyValue, placesOf } from './places.ts'

const places = (text: string, language = 'postgresql') => placesOf(text, language).map(({ isOfValue }) => isOfValue)

describe('a place of a parameter in SQL', () => {
  it.each([
    'SELECT * FROM t WHERE a = {{ x }}',
    "SELECT * FROM t WHERE a = '{{ x }}'",
    "SELECT * FROM t WHERE a LIKE '%{{ x }}%'",
    "select * from t where a ilike'%{{ x }}%'",
    'SELECT * FROM t WHERE a IN ({{ x }})',
    "SELECT * FROM t WHERE a IN ('a', '{{ x }}')",
    'SELECT * FROM t WHERE a BETWEEN {{ x }} AND {{ x }}',
    "SELECT '{{ x }}' AS label, a FROM t",
    "SELECT a, '{{ x }}' FROM t",
    "SELECT coalesce(a, '{{ x }}') FROM t",
    'SELECT CASE WHEN a = {{ x }} THEN {{ x }} ELSE {{ x }} END FROM t',
    "SELECT a || '{{ x }}' FROM t",
    "SELECT a FROM t ORDER BY coalesce(b, c), d LIMIT 5; SELECT 1 WHERE '{{ x }}' = 'a'",
    "WITH t AS (SELECT 1 AS a WHERE 'b' = '{{ x }}') SELECT * FROM t WHERE a <> {{ x }}",
    "SELECT * FROM a JOIN b ON a.id = b.id AND b.name = '{{ x }}'",
    "INSERT INTO t (a, b) VALUES (1, '{{ x }}'), (2, {{ x }})",
    "UPDATE t SET a = '{{ x }}' WHERE b = {{ x }}",
    "SELECT * FROM t WHERE day >= DATE '{{ x }}' AND name = E'{{ x }}'",
    "SELECT * FROM t /* FROM */ WHERE -- INTO\n a = /* = */ '{{ x }}'",
    "SELECT * FROM t WHERE a = ANY (ARRAY['{{ x }}', {{ x }}])",
    "SELECT data->>'{{ x }}' FROM t",
    "SELECT lower('{{ x }}'), t.from, '{{ x }}' FROM t",
    "SELECT * FROM t WHERE database = '{{ x }}' AND table = {{ x }} AND (schema = {{ x }} OR a IS DISTINCT FROM {{ x }})",
    "SELECT * FROM a JOIN b ON (a.id = b.id AND b.name = '{{ x }}')",
    "SELECT * FROM t WHERE concat('%', {{ x }}, '%') LIKE a AND (a, b) IN ((1, {{ x }}))",
    "SELECT * FROM t WHERE t.limit = '{{ x }}'",
    "SELECT * FROM t WHERE {{#x}} a = '{{ x }}' {{/x}} {{^x}} true {{/x}}",
    "SELECT * FROM t WHERE a IN ({{#x}}'{{ . }}'{{/x}})",
    "SELECT @a := 1, '{{ x }}' FROM t WHERE @b = '{{ x }}' AND tags @> '{{ x }}'",
    "SET @n = 5 SELECT * FROM t WHERE a = '{{ x }}' AND b IN (SELECT c FROM d WHERE e = {{ x }})",
    "DECLARE @day date = '2026-01-31'; SELECT a * 2 FROM t WHERE b * 3 = c AND d LIKE '{{ x }}'",
    "UPDATE t SET a = '{{ x }}', b = (SELECT max(c) FROM d WHERE e = '{{ x }}')",
    "SELECT a FROM t ORDER BY b, CASE WHEN a = '{{ x }}' THEN {{ x }} ELSE coalesce(c, {{ x }}) END, d LIMIT 5",
    'SELECT a FROM t GROUP BY CASE WHEN a IN ({{ x }}) THEN 1 WHEN a = {{ x }} THEN CASE b WHEN 1 THEN 2 END END',
    "INSERT INTO t VALUES (1, 2) ON DUPLICATE KEY UPDATE a = {{ x }}, b = '{{ x }}'",
    "SELECT * FROM t WHERE a SIMILAR TO '%{{ x }}%' AND b NOT SIMILAR TO {{ x }}",
  ])('is that of a value: %s (OPEN-191)', (text) => {
    const found = places(text)
    expect(found.length).toBeGreaterThan(0)
    expect(found).not.toContain(false)
  })

  it.each([
    'SELECT * FROM {{ x }}',
    "SELECT * FROM '{{ x }}'",
    "SELECT * FROM '{{ x }}.csv' WHERE a = 1",
    "SELECT * FROM read_csv('{{ x }}')",
    'SELECT * FROM a, {{ x }}',
    'SELECT * FROM a.values, {{ x }}',
    'SELECT * FROM a$set, {{ x }}',
    "SELECT * FROM t WHERE a = 1 INTO OUTFILE '{{ x }}'",
    "DO $$ BEGIN EXECUTE '{{ x }}'; END $$",
    'SELECT * FROM a JOIN b ON a.id = b.id, {{ x }}',
    "SELECT * FROM a JOIN b ON a.id = b.id, '{{ x }}'",
    "SELECT * FROM a JOIN b ON a.id = b.id, read_csv('{{ x }}')",
    "SELECT * FROM a JOIN b ON a.id = b.id CROSS APPLY OPENROWSET('p', 's', '{{ x }}')",
    'SELECT (SELECT max(a) FROM b JOIN c ON true, {{ x }})',
    'UPDATE t SET a = 1, {{ x }} = 2',
    'UPDATE t SET (a, {{ x }}) = (0, 9)',
    'INSERT INTO t VALUES (1) ON CONFLICT ({{ x }}) DO NOTHING',
    "SET role = '{{ x }}'",
    "SET @s = 'select {{ x }}'; EXEC(@s)",
    "SELECT @s = 'select {{ x }}' EXEC(@s)",
    "EXEC sp_executesql @stmt = '{{ x }}'",
    "SELECT @s = 'select ' + '{{ x }}' EXEC(@s)",
    "SELECT @s += '{{ x }}'; EXEC(@s)",
    "SELECT @s = CONCAT('select ', '{{ x }}')",
    "SELECT @s := 'select {{ x }}'; PREPARE st FROM @s",
    "UPDATE t SET a = 1 WHERE b = 2 SET @s = 'select {{ x }}' EXEC(@s)",
    "UPDATE t SET @s = 'select {{ x }}'",
    "SELECT @s = CASE WHEN true THEN 'select {{ x }}' END EXEC(@s)",
    "SELECT @s = (CASE WHEN true THEN 'select {{ x }}' END) EXEC(@s)",
    "EXECUTE IMMEDIATE CASE WHEN true THEN '{{ x }}' END",
    "SET @s = (SELECT max(a) FROM t GROUP BY CASE WHEN true THEN '{{ x }}' END)",
    'SELECT a FROM t ORDER BY CASE WHEN b THEN c END {{ x }}',
    'SELECT a FROM t ORDER BY CASE WHEN b THEN c END, {{ x }}',
    'INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE {{ x }} = 1',
    'INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = 1, {{ x }} = 2',
    "SET @s = (SELECT max(a) FROM t WHERE b = '{{ x }}')",
    "EXECUTE IMMEDIATE (SELECT 'select ' || '{{ x }}')",
    "SET t = (SELECT '{{ x }}'); SELECT * FROM IDENTIFIER($t)",
    "SET VARIABLE v = (SELECT lower('{{ x }}'))",
    "SELECT * LIKE '{{ x }}' FROM t",
    "COPY (SELECT a FROM t WHERE similar) TO '{{ x }}'",
    "SELECT similar INTO t TO '{{ x }}'",
    "SELECT * SIMILAR TO '{{ x }}' FROM t",
    "SELECT * ILIKE '%{{ x }}%' FROM t",
    "SELECT t.* NOT LIKE '{{ x }}' FROM t",
    "SELECT IDENTIFIER('{{ x }}') FROM t",
    "SELECT COLUMNS('{{ x }}') FROM t",
    "SELECT * EXCEPT ('{{ x }}') FROM t",
    "SELECT my.lower('{{ x }}') FROM t",
    'SELECT * FROM t WHERE a = 1 WINDOW w AS (), {{ x }} AS ()',
    'SELECT * FROM t WHERE a = 1 FOR SHARE OF a, {{ x }}',
    'SELECT U&{{ x }}',
    'SELECT 1 UNION ALL ({{ x }})',
    'SELECT * FROM a JOIN {{ x }} ON true',
    'SELECT "{{ x }}" FROM t',
    'SELECT a AS {{ x }} FROM t',
    'SELECT a.{{ x }} FROM t, {{ x }}',
    'SELECT * FROM t ORDER BY {{ x }}',
    'SELECT a FROM t GROUP BY {{ x }}',
    'SELECT a FROM t ORDER BY a {{ x }}',
    'SELECT * FROM t WHERE a {{ x }} 1',
    'SELECT * FROM t {{ x }}',
    '{{ x }}',
    'SELECT a FROM t LIMIT {{ x }}',
    '-- {{ x }}\nSELECT 1',
    'SELECT /* {{ x }} */ 1',
    'SELECT a::{{ x }} FROM t',
    "COPY (SELECT 1) TO '{{ x }}'",
    "ATTACH '{{ x }}'",
    "EXECUTE IMMEDIATE '{{ x }}'",
    "EXEC('{{ x }}')",
    'INSERT INTO {{ x }} (a) VALUES (1)',
    'INSERT INTO t ({{ x }}) VALUES (1)',
    'DROP TABLE {{ x }}',
  ])('is not that of a value: %s (OPEN-191)', (text) => {
    const found = places(text)
    expect(found.length).toBeGreaterThan(0)
    expect(found).not.toContain(true)
  })

  it('depends on the quotes of the dialect (OPEN-191)', () => {
    const text = 'SELECT * FROM t WHERE a = "{{ x }}"'
    expect(places(text, 'mysql'), 'with ANSI_QUOTES').toEqual([false])
    expect(places(text, 'bigquery')).toEqual([true])
    expect(places(text, 'postgresql')).toEqual([false])
    expect(places(text, 'clickhouse')).toEqual([false])
    expect(places('SELECT * FROM t WHERE a = [{{ x }}]', 'transactsql')).toEqual([false])
  })

  it('is not certain with comments that MySQL runs, nor with line breaks of one engine only (OPEN-191)', () => {
    const uncertain = [{ isOfValue: false, doubt: 'everything' }]
    expect(placesOf('SELECT 1 /*! + 1 */ WHERE a = {{ x }}', 'mysql')).toMatchObject(uncertain)
    expect(placesOf('SELECT 1 /*M! + 1 */ WHERE a = {{ x }}', 'mysql')).toMatchObject(uncertain)
    expect(placesOf('SELECT 1 -- a\rWHERE a = {{ x }}', 'postgresql')).toMatchObject(uncertain)
    expect(placesOf('SELECT 1 -- a\r\nWHERE a = {{ x }}', 'postgresql')).toMatchObject([{ isOfValue: true, doubt: null }])
  })

  it('is in doubt in quotes that are not closed, from the first tag in them (OPEN-212)', () => {
    const doubts = (text: string) => placesOf(text, 'postgresql').map(({ doubt }) => doubt)
    expect(doubts("SELECT {{ a }}, '{{ b }}' WHERE c = '{{ c }} and {{ d }}")).toEqual([null, null, 'unclosed', 'unclosed'])
    expect(doubts("SELECT '{{ a }}' WHERE c = '{{ b }}'")).toEqual([null, null])
  })

  it('is in doubt to values with special characters beside quotes that are special to a dialect (OPEN-212)', () => {
    const doubt = (text: string, language: string) => placesOf(text, language).map((place) => place.doubt)
    expect(doubt("SELECT q'[it's]' FROM t WHERE a = {{ x }}", 'oracle')).toEqual(['special characters'])
    expect(doubt("SELECT 'it\\'s' FROM t WHERE a = {{ x }}", 'mysql')).toEqual([null])
    expect(doubt("SET @a = 1; SELECT 'it\\'s' FROM t WHERE a = {{ x }}", 'mysql')).toEqual(['special characters'])
    expect(doubt('SELECT 1 WHERE a = {{ x }}', 'mysql')).toEqual([null])
  })

  it('is found with its position and with what it stands in (OPEN-205)', () => {
    const text = `SELECT "{{ a }}", '{{b.start}}' FROM {{{ c }}} -- {{ d }}\n{{#e}}LIMIT {{ . }}{{/e}}`
    const found = placesOf(text, 'postgresql').map(({ start, end, name, within }) => [text.slice(start, end), name, within])
    expect(found).toEqual([
      ['{{ a }}', 'a', 'name'],
      ['{{b.start}}', 'b', 'text'],
      ['{{{ c }}}', 'c', null],
      ['{{ d }}', 'd', 'comment'],
      ['{{ . }}', 'e', null],
    ])
  })

  it('does not exist outside of SQL, nor if the tags do not fit together (OPEN-191)', () => {
    expect(placesOf('{"a": "{{ x }}"}', 'mongodb')).toEqual([])
    expect(placesOf('SELECT {{ x }}', null)).toEqual([])
    expect(placesOf('SELECT {{#x}} 1', 'postgresql')).toEqual([])
    expect(isOnlyValue('x', 'SELECT {{#x}} 1', 'postgresql')).toBe(false)
  })
})

describe('a parameter', () => {
  it('is only a value if all of its places are those of values (OPEN-191)', () => {
    const text = "SELECT * FROM {{ t }} WHERE a = '{{ x }}' AND b = {{ y.start }} ORDER BY {{ z }}, {{#x}}{{ . }}{{/x}}"
    expect(isOnlyValue('y', text, 'postgresql')).toBe(true)
    expect(isOnlyValue('t', text, 'postgresql')).toBe(false)
    expect(isOnlyValue('x', text, 'postgresql')).toBe(false)
  })
})
