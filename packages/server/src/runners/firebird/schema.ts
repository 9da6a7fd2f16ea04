import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { CANCELLED, QueryError } from '../runner.ts'
import { addDetails, type DetailStatements } from '../sql/schema-details.ts'
import { identifierQuoter, tablesOfColumns } from '../sql/schema-tables.ts'
import { close, type Database, type FirebirdOptions, open, statementError } from './connection.ts'

interface ColumnRow {
  TABLE_NAME: string
  COLUMN_NAME: string
  TYPE: number
  SUBTYPE: number | null
  SCALE: number | null
  DIGITS: number | null
  CHARACTERS: number | null
}

/**
 * Condition: the user may read the relation `T`, directly or by any role that the user has. Who owns the database, and so its system
 * tables, or administers it may read all. Firebird 4 also has rights that do not stand in this table, so that there all relations are listed.
 */
const READABLE = `(
    CURRENT_USER = 'SYSDBA' OR CURRENT_ROLE = 'RDB$ADMIN'
    OR CURRENT_USER = (SELECT D.RDB$OWNER_NAME FROM RDB$RELATIONS D WHERE D.RDB$RELATION_NAME = 'RDB$DATABASE')
    OR RDB$GET_CONTEXT('SYSTEM', 'ENGINE_VERSION') NOT STARTING WITH '2.'
    AND RDB$GET_CONTEXT('SYSTEM', 'ENGINE_VERSION') NOT STARTING WITH '3.'
    OR EXISTS (
      SELECT 1 FROM RDB$USER_PRIVILEGES P
      WHERE P.RDB$RELATION_NAME = T.RDB$RELATION_NAME AND P.RDB$PRIVILEGE = 'S' AND (
        P.RDB$USER IN (CURRENT_USER, CURRENT_ROLE, 'PUBLIC')
        OR P.RDB$USER IN (
          SELECT R.RDB$RELATION_NAME FROM RDB$USER_PRIVILEGES R
          WHERE R.RDB$PRIVILEGE = 'M' AND R.RDB$USER IN (CURRENT_USER, 'PUBLIC')
        )
      )
    )
  )`

const COLUMNS = `
  SELECT TRIM(C.RDB$RELATION_NAME) AS TABLE_NAME, TRIM(C.RDB$FIELD_NAME) AS COLUMN_NAME, F.RDB$FIELD_TYPE AS TYPE,
    F.RDB$FIELD_SUB_TYPE AS SUBTYPE, F.RDB$FIELD_SCALE AS SCALE, F.RDB$FIELD_PRECISION AS DIGITS,
    F.RDB$CHARACTER_LENGTH AS CHARACTERS
  FROM RDB$RELATION_FIELDS C
  JOIN RDB$RELATIONS T ON T.RDB$RELATION_NAME = C.RDB$RELATION_NAME
  JOIN RDB$FIELDS F ON F.RDB$FIELD_NAME = C.RDB$FIELD_SOURCE
  WHERE COALESCE(T.RDB$SYSTEM_FLAG, 0) = 0 AND ${READABLE}
  ORDER BY C.RDB$FIELD_POSITION`

/** Firebird has no schemas. A comment is a BLOB, of which as much is read as is shown. */
const DETAILS: DetailStatements = {
  keys: `
    SELECT '' AS SCHEMA_NAME, TRIM(K.RDB$RELATION_NAME) AS TABLE_NAME, TRIM(K.RDB$CONSTRAINT_NAME) AS KEY_NAME,
      TRIM(S.RDB$FIELD_NAME) AS COLUMN_NAME, '' AS TARGET_SCHEMA, TRIM(T.RDB$RELATION_NAME) AS TARGET_TABLE,
      TRIM(TS.RDB$FIELD_NAME) AS TARGET_COLUMN
    FROM RDB$RELATION_CONSTRAINTS K
    JOIN RDB$INDEX_SEGMENTS S ON S.RDB$INDEX_NAME = K.RDB$INDEX_NAME
    LEFT JOIN RDB$REF_CONSTRAINTS R ON R.RDB$CONSTRAINT_NAME = K.RDB$CONSTRAINT_NAME
    LEFT JOIN RDB$RELATION_CONSTRAINTS T ON T.RDB$CONSTRAINT_NAME = R.RDB$CONST_NAME_UQ
    LEFT JOIN RDB$INDEX_SEGMENTS TS ON TS.RDB$INDEX_NAME = T.RDB$INDEX_NAME AND TS.RDB$FIELD_POSITION = S.RDB$FIELD_POSITION
    WHERE K.RDB$CONSTRAINT_TYPE IN ('PRIMARY KEY', 'FOREIGN KEY')
    ORDER BY S.RDB$FIELD_POSITION`,
  comments: `
    SELECT '' AS SCHEMA_NAME, TRIM(RDB$RELATION_NAME) AS TABLE_NAME, TRIM(RDB$FIELD_NAME) AS COLUMN_NAME,
      CAST(SUBSTRING(RDB$DESCRIPTION FROM 1 FOR 1000) AS VARCHAR(1000)) AS NOTE
    FROM RDB$RELATION_FIELDS WHERE RDB$DESCRIPTION IS NOT NULL AND COALESCE(RDB$SYSTEM_FLAG, 0) = 0
    UNION ALL
    SELECT '', TRIM(RDB$RELATION_NAME), NULL, CAST(SUBSTRING(RDB$DESCRIPTION FROM 1 FOR 1000) AS VARCHAR(1000))
    FROM RDB$RELATIONS WHERE RDB$DESCRIPTION IS NOT NULL AND COALESCE(RDB$SYSTEM_FLAG, 0) = 0`,
}

/** Lists every table and view that the user may read. */
export async function readSchema(options: FirebirdOptions, signal: AbortSignal): Promise<SchemaTable[]> {
  const rows: ColumnRow[] = await runStatement(COLUMNS, options, signal)
  const tables = tablesOfColumns(
    rows.map((row) => ({ table: quoted(row.TABLE_NAME), column: quoted(row.COLUMN_NAME), type: typeOf(row) })),
  )
  await addDetails(tables, DETAILS, {
    rowsOf: async (statement) => (await runStatement(statement, options, signal)).map(Object.values<unknown>),
    tableName: (_schema, table) => quoted(table),
    columnName: quoted,
    signal,
  })
  return tables
}

export async function testConnection(options: FirebirdOptions, signal: AbortSignal): Promise<void> {
  await runStatement('SELECT 1 FROM RDB$DATABASE', options, signal)
}

async function runStatement(statement: string, options: FirebirdOptions, signal: AbortSignal) {
  let database: Database | null = null
  try {
    database = await open(options, signal)
    return await database.queryAsync(statement, [], { signal })
  } catch (error) {
    throw signal.aborted ? new QueryError(CANCELLED, { cause: error }) : statementError(error, statement)
  } finally {
    if (database) await close(database)
  }
}

const quoted = identifierQuoter(/^[A-Z][A-Z0-9_$]*$/, '"')

/** Type numbers of the system tables. */
const types: Record<number, string> = {
  7: 'smallint',
  8: 'integer',
  10: 'float',
  12: 'date',
  13: 'time',
  14: 'char',
  16: 'bigint',
  23: 'boolean',
  24: 'decfloat(16)',
  25: 'decfloat(34)',
  26: 'int128',
  27: 'double precision',
  28: 'time with time zone',
  29: 'timestamp with time zone',
  35: 'timestamp',
  37: 'varchar',
  261: 'blob',
}
const exactNumbers: Record<number, string> = { 1: 'numeric', 2: 'decimal' }
const WHOLE_NUMBERS = [7, 8, 16, 26]

function typeOf({ TYPE, SUBTYPE, SCALE, DIGITS, CHARACTERS }: ColumnRow): string {
  const exact = WHOLE_NUMBERS.includes(TYPE) ? exactNumbers[SUBTYPE ?? 0] : undefined
  if (exact) return `${exact}(${DIGITS ?? 0},${-(SCALE ?? 0)})`
  const name = types[TYPE] ?? ''
  return CHARACTERS !== null && (name === 'char' || name === 'varchar') ? `${name}(${CHARACTERS})` : name
}
