import type { Connection } from 'mysql2/promise'
import { type ConformanceSetup, notApplicable } from './setup.ts'

/** Cases that servers with MySQL's protocol answer alike, whatever their engine. */
export const sqlCases = {
  columns: { text: `SELECT 1 AS b, 'x' AS a`, names: ['b', 'a'], rows: [[1, 'x']] },
  repeatedNames: { text: 'SELECT 1 AS id, 2 AS id, 3 AS id', names: ['id', 'id1', 'id2'] },
  noRows: { text: 'SELECT 1 AS id, 2 AS n FROM dual WHERE false', names: ['id', 'n'] },
  slow: 'SELECT sleep(600)',
  writing: notApplicable('the database decides what a user may change'),
} satisfies Partial<ConformanceSetup>

/** Values that they send alike. */
export const sqlValues = {
  nulls: { text: 'SELECT NULL, CAST(NULL AS decimal(5,1)), CAST(NULL AS datetime)', rows: [[null, null, null]] },
  decimals: {
    text: `SELECT CAST('-1234567890123456789012345678.0123456789' AS decimal(38,10)), CAST(0.5 AS decimal(10,2))`,
    rows: [['-1234567890123456789012345678.0123456789', '0.50']],
    storage: ['decimal', 'decimal'],
  },
  floats: { text: 'SELECT 0.1e0, -1.5e-300', rows: [[0.1, -1.5e-300]], storage: ['double', 'double'] },
  booleans: notApplicable('they are numbers'),
  texts: {
    text: `SELECT 'naïve 🐘 漢字', 'it''s "quoted"', 'two\\nlines'`,
    rows: [['naïve 🐘 漢字', `it's "quoted"`, 'two\nlines']],
  },
  emptyTexts: { text: `SELECT '', CAST(NULL AS char)`, rows: [['', null]] },
  instants: notApplicable('times are sent without a time zone'),
  binary: { text: `SELECT CAST(x'00ffDE' AS binary), CAST('' AS binary)`, rows: [['00ffde', '']] },
  nested: { text: `SELECT JSON_OBJECT('a', JSON_ARRAY(1, NULL))`, rows: [['{"a": [1, null]}']], storage: ['json'] },
} satisfies Partial<ConformanceSetup['values']>

/** Whether the server is working on a statement. */
export async function isRunning(admin: Connection, text: string): Promise<boolean> {
  const [rows] = await admin.query('SELECT 1 FROM information_schema.processlist WHERE info = ?', [text])
  return Array.isArray(rows) && rows.length > 0
}
