import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMariadb } from '../../testing/mariadb-server.ts'
import type { DatabaseServer } from '../../testing/postgres-server.ts'
import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { COUNTED, insertedValues, REGION } from '../conformance/explored-rows.ts'
import { describeExploredTable } from '../conformance/explored-table.ts'
import mysql from './index.ts'

let server: DatabaseServer

beforeAll(async () => {
  server = await startMariadb()
})
afterAll(() => server.stop())

const options = () => ({
  host: server.host,
  port: server.port,
  user: server.user,
  passwd: server.password,
  db: server.database,
})
const { run } = sqlSource(mysql, options)

const TYPES: [definition: string, sourceType: string, storage: string, type: string | null, values: [string, ReadValue][]][] = [
  [
    'tinyint',
    'tinyint',
    'int32',
    'integer',
    [
      ['-128', -128],
      ['127', 127],
    ],
  ],
  ['tinyint unsigned', 'tinyint unsigned', 'int32', 'integer', [['255', 255]]],
  ['boolean', 'tinyint', 'int32', 'integer', [['true', 1]]],
  ['smallint', 'smallint', 'int32', 'integer', [['-32768', -32768]]],
  ['mediumint', 'mediumint', 'int32', 'integer', [['-8388608', -8388608]]],
  [
    'int',
    'int',
    'int32',
    'integer',
    [
      ['-2147483648', -2147483648],
      ['2147483647', 2147483647],
    ],
  ],
  ['int unsigned', 'int unsigned', 'int64', 'integer', [['4294967295', 4294967295n]]],
  [
    'bigint',
    'bigint',
    'int64',
    'integer',
    [
      ['-9223372036854775808', -9223372036854775808n],
      ['-5', -5n],
      ['999999999999999', 999999999999999n],
    ],
  ],
  [
    'bigint unsigned',
    'bigint unsigned',
    'decimal',
    'integer',
    [
      ['18446744073709551615', '18446744073709551615'],
      ['0', '0'],
    ],
  ],
  ['year', 'year', 'int32', 'integer', [['2024', 2024]]],
  ['bit(3)', 'bit(3)', 'int64', 'integer', [["b'101'", 5n]]],
  ['bit(64)', 'bit(64)', 'decimal', 'integer', [["x'ffffffffffffffff'", '18446744073709551615']]],
  ['float', 'float', 'double', 'float', [['0.1', 0.1]]],
  [
    'double',
    'double',
    'double',
    'float',
    [
      ['-1.5e-300', -1.5e-300],
      ['0.1', 0.1],
    ],
  ],
  [
    'decimal(12,2)',
    'decimal(12,2)',
    'decimal',
    'float',
    [
      ['-42.5', '-42.50'],
      ['0', '0.00'],
      ['-0.01', '-0.01'],
      ['9999999999.99', '9999999999.99'],
    ],
  ],
  [
    'decimal(38,10)',
    'decimal(38,10)',
    'decimal',
    'float',
    [
      ['-1234567890123456789012345678.0123456789', '-1234567890123456789012345678.0123456789'],
      ['1', '1.0000000000'],
    ],
  ],
  ['decimal(10,0) unsigned', 'decimal(10,0)', 'decimal', 'float', [['4294967296', '4294967296']]],
  ['decimal(65,30)', 'decimal(65,30)', 'number_text', 'float', [['1.5', `1.5${'0'.repeat(29)}`]]],
  [
    'date',
    'date',
    'date',
    'date',
    [
      ["'2024-02-29'", '2024-02-29'],
      ["'1000-01-01'", '1000-01-01'],
      ["'9999-12-31'", '9999-12-31'],
      ["'0001-01-01'", '0001-01-01'],
    ],
  ],
  [
    'datetime(6)',
    'datetime',
    'timestamp',
    'datetime',
    [
      ["'1969-12-31 23:59:59.999999'", '1969-12-31T23:59:59.999999'],
      ["'9999-12-31 23:59:59.123456'", '9999-12-31T23:59:59.123456'],
      ["'2024-01-02 03:04:05.6'", '2024-01-02T03:04:05.600'],
    ],
  ],
  ['datetime', 'datetime', 'timestamp', 'datetime', [["'2024-01-02 03:04:05'", '2024-01-02T03:04:05.000']]],
  ['timestamp(3) null', 'timestamp', 'timestamp', 'datetime', [["'2024-01-02 03:04:05.678'", '2024-01-02T03:04:05.678']]],
  ['time(1)', 'time', 'text', null, [["'-838:59:59.5'", '-838:59:59.5']]],
  [
    'varchar(20)',
    'varchar',
    'text',
    'string',
    [
      ["'é🐘'", 'é🐘'],
      ["''", ''],
    ],
  ],
  ['char(5)', 'char', 'text', 'string', [["'ab'", 'ab']]],
  ['longtext', 'text', 'text', null, [["repeat('🐘', 30000)", '🐘'.repeat(30_000)]]],
  ['varchar(9) character set latin1', 'varchar', 'text', 'string', [["'é'", 'é']]],
  ['varbinary(9)', 'varbinary', 'text', 'string', [["x'DEADbeef'", 'deadbeef']]],
  ['blob', 'blob', 'text', null, [["x'00ff'", '00ff']]],
  ["enum('a','b')", 'enum', 'text', 'string', [["'b'", 'b']]],
  ["set('a','b')", 'set', 'text', 'string', [["'a,b'", 'a,b']]],
  ['json', 'json', 'json', null, [[`'{"a": 1.10}'`, '{"a": 1.10}']]],
  ['uuid', 'uuid', 'text', 'string', [["'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'", 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']]],
  ['inet6', 'inet6', 'text', 'string', [["'::1'", '::1']]],
]

describe('MySQL values', () => {
  it.each(TYPES)('keeps values of %s', async (definition, sourceType, storage, type, values) => {
    const inserts = values.map(([sql]) => `(${sql})`).join(', ')
    const result = await run(`CREATE TEMPORARY TABLE t (n int auto_increment primary key, v ${definition});
      INSERT INTO t (v) VALUES (NULL), ${inserts}, (NULL); SELECT v FROM t ORDER BY n`)
    const [column] = result.columns
    expect([column?.sourceType, column?.storage.kind, column?.type]).toEqual([sourceType, storage, type])
    expect(await rowsOf(result)).toEqual([[null], ...values.map(([, value]) => [value]), [null]])
  })

  it('leaves invalid dates empty and logs them', async () => {
    const result = await run(`SET sql_mode = '';
      CREATE TEMPORARY TABLE t (day date, at datetime);
      INSERT INTO t VALUES ('0000-00-00', '0000-00-00 00:00:00'), ('2024-00-10', '2024-01-00 10:00:00'), ('2024-01-01', '2024-01-01');
      SELECT * FROM t`)
    expect(await rowsOf(result)).toEqual([
      [null, null],
      [null, null],
      ['2024-01-01', '2024-01-01T00:00:00.000'],
    ])
    expect(result.log?.()).toEqual(['day: zero dates in 2 rows are left empty.', 'at: zero dates in 2 rows are left empty.'])
  })

  it('types expressions, too', async () => {
    const result = await run(`SELECT NULL, 1, 1.50, 'a', now(), count(*), sum(1), avg(1) FROM dual`)
    expect(result.columns.map(({ type }) => type)).toEqual([
      null,
      'integer',
      'float',
      'string',
      'datetime',
      'integer',
      'float',
      'float',
    ])
    expect((await rowsOf(result))[0]?.slice(0, 4)).toEqual([null, 1, '1.50', 'a'])
  })
})

const inMysql = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`
describeExploredTable({
  runner: mysql,
  options,
  create: async () =>
    rowsOf(
      await run(
        `CREATE TABLE explored (day date, at datetime, \`${REGION.replaceAll('`', '``')}\` varchar(20), amount decimal(9, 2), ratio double, \`${COUNTED}\` int);
         INSERT INTO explored VALUES ${insertedValues(['day', 'at', 'region', 'amount', 'ratio', 'n'], inMysql)}; COMMIT; SELECT 1`,
      ),
    ),
  hasInstants: false,
  hasMedian: false,
})
