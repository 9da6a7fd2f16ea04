import { NO_DATA } from '../runner.ts'
import { type ConformanceSetup, notApplicable, type Refusal } from './setup.ts'

const file = 'not applicable to files'
const inProcess = 'it runs in the process of the run, which is killed from outside'

/** Facts about engines that read files within the process of the run. */
export const embeddedFacts = {
  proxied: notApplicable(file),
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id1', 'id2'] },
  noRows: { text: 'SELECT 1 AS id, 2 AS n WHERE false', names: ['id', 'n'] },
  noResultSet: { text: '-- nothing', message: NO_DATA },
  slow: notApplicable(inProcess),
  endless: notApplicable(inProcess),
  isWorkingOn: notApplicable(inProcess),
  stoppable: false,
} satisfies Partial<ConformanceSetup>

/** @param database the error for a missing file or folder */
export const refusedFiles = (database: () => Refusal): ConformanceSetup['refused'] => ({
  host: notApplicable(file),
  password: notApplicable(file),
  database,
})

/** Facts about DuckDB, whatever it reads. */
export const duckdbFacts = {
  ...embeddedFacts,
  columns: { text: `SELECT 1 AS b, 'x' AS a`, names: ['b', 'a'], rows: [[1, 'x']] },
  values: {
    nulls: { text: 'SELECT NULL::INTEGER, NULL::VARCHAR, NULL::TIMESTAMPTZ', rows: [[null, null, null]] },
    integers: {
      text: 'SELECT (-9223372036854775808)::BIGINT, 9223372036854775807::BIGINT, 18446744073709551615::UBIGINT',
      rows: [[-9223372036854775808n, 9223372036854775807n, '18446744073709551615']],
    },
    decimals: {
      text: `SELECT '-1234567890123456789012345678.0123456789'::DECIMAL(38,10), 0.5::DECIMAL(10,2)`,
      rows: [['-1234567890123456789012345678.0123456789', '0.50']],
      storage: ['decimal', 'decimal'],
    },
    floats: { text: 'SELECT 0.1::DOUBLE, -1.5e-300::DOUBLE', rows: [[0.1, -1.5e-300]] },
    booleans: { text: 'SELECT true, false', rows: [[true, false]], storage: ['boolean', 'boolean'] },
    texts: { text: `SELECT 'naïve 🐘 漢字', 'it''s "quoted"'`, rows: [['naïve 🐘 漢字', `it's "quoted"`]] },
    emptyTexts: { text: `SELECT '', NULL::VARCHAR`, rows: [['', null]] },
    dates: { text: `SELECT DATE '2024-02-29'`, rows: [['2024-02-29']], storage: ['date'] },
    wallClocks: {
      text: `SELECT TIMESTAMP '2024-03-31 01:59:59.123456'`,
      rows: [['2024-03-31T01:59:59.123456']],
      storage: ['timestamp'],
    },
    instants: {
      text: `SELECT TIMESTAMPTZ '2024-03-31 01:59:59.5+02'`,
      rows: [['2024-03-30T23:59:59.500']],
      storage: ['instant'],
    },
    binary: { text: `SELECT '\\x00\\xFF'::BLOB`, rows: [['00ff']] },
    nested: { text: `SELECT {'a': [1, NULL]}, ['x']`, rows: [['{"a":[1,null]}', '["x"]']], storage: ['json', 'json'] },
    strange: {
      text: `SELECT 'b'::ENUM('a', 'b'), 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::UUID`,
      rows: [['b', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
    },
  },
  many: { text: 'SELECT i FROM range(1, 5001) t(i)', count: 5000 },
  failingMidway: notApplicable('rows are computed ahead of the first batch'),
  severalStatements: { text: 'SELECT 1; SELECT 7', rows: [[7]] },
} satisfies Partial<ConformanceSetup>
