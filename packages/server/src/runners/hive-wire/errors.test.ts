import { describe, expect, it } from 'vitest'
import { QueryError } from '../runner.ts'
import { located, withoutFraming } from './errors.ts'
import { HIVE, SPARK } from './products.ts'

describe('messages of Hive (OPEN-392)', () => {
  it.each([
    [
      "Error while compiling statement: FAILED: ParseException line 1:0 cannot recognize input near 'selec'",
      /^ParseException line/,
    ],
    ['Failed to open new session: Database nowhere does not exist', /^Database nowhere does not exist$/],
    [
      'org.apache.hadoop.hive.ql.metadata.HiveException: ASSERT_TRUE(): assertion failed.',
      /^ASSERT_TRUE\(\): assertion failed\.$/,
    ],
    [
      'Error while compiling statement: FAILED: HiveAccessControlException Permission denied: user [ada] does not have [SELECT] privilege on [shop/words/*]',
      /^Permission denied: user \[ada\] does not have/,
    ],
    [
      "Error while processing statement: FAILED: Execution Error, return code 40000 from org.apache.hadoop.hive.ql.ddl.DDLTask. ada doesn't belong to role admin",
      /^ada doesn't belong to role admin$/,
    ],
    ['Vertex failed\n\tat org.apache.tez.Dag.run(Dag.java:5)\n\t... 12 more\nTask failed', /^Vertex failed\nTask failed$/],
  ])('are shown without what is the same in all of them: %s', (message, shown) => {
    expect(withoutFraming(message)).toMatch(shown)
  })

  it('point to the place in the whole text, whose lines are counted in the statement', () => {
    const text = 'SELECT 1;\nSELECT 2,\n  colour'
    const error = new QueryError("Line 2:2 Invalid table alias or column reference 'colour'")
    expect(located(error, { statement: 'SELECT 2,\n  colour', queryText: text, product: HIVE }).position).toBe(
      text.indexOf('colour') + 1,
    )
  })

  it('have no place if they name none', () => {
    const error = new QueryError('Java heap space')
    expect(located(error, { statement: 'SELECT 1', queryText: 'SELECT 1', product: HIVE })).toBe(error)
  })
})

const FRAMES =
  '\n\tat org.apache.spark.sql.Dataset$.$anonfun$ofRows$1(Dataset.scala:9)\n\tat java.base/java.lang.Thread.run(Thread.java:840)'

describe('messages of Spark (OPEN-535)', () => {
  it.each([
    [
      'a syntax error',
      `org.apache.hive.service.cli.HiveSQLException: Error running query: [PARSE_SYNTAX_ERROR] org.apache.spark.sql.catalyst.parser.ParseException: \n[PARSE_SYNTAX_ERROR] Syntax error at or near ')'.(line 1, pos 21)\n\n== SQL ==\nSELECT 'ü' AS a FROM )\n---------------------^^^\n${FRAMES}\nCaused by: org.apache.spark.sql.catalyst.parser.ParseException: \n[PARSE_SYNTAX_ERROR] Syntax error`,
      "[PARSE_SYNTAX_ERROR] Syntax error at or near ')'. (line 1, pos 21)",
    ],
    [
      'a name that is not known, with a plan behind it',
      `Error running query: [UNRESOLVED_COLUMN.WITH_SUGGESTION] org.apache.spark.sql.AnalysisException: [UNRESOLVED_COLUMN.WITH_SUGGESTION] A column or function parameter with name \`colour\` cannot be resolved. Did you mean one of the following? [\`id\`].; line 2 pos 2;\n'Project [1 AS x#179, 'colour]\n+- Range (0, 3, step=1, splits=None)\n${FRAMES}`,
      '[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column or function parameter with name `colour` cannot be resolved. Did you mean one of the following? [`id`]. (line 2, pos 2)',
    ],
    [
      'advice in further sentences',
      'Failed to open new session: org.apache.spark.sql.catalyst.analysis.NoSuchDatabaseException: [SCHEMA_NOT_FOUND] The schema `nowhere` cannot be found. Verify the spelling and correctness of the schema and catalog.\nIf you did not qualify the name with a catalog, verify the current_schema() output, or qualify the name with the correct catalog.\nTo tolerate the error on drop use DROP SCHEMA IF EXISTS.',
      '[SCHEMA_NOT_FOUND] The schema `nowhere` cannot be found.',
    ],
    [
      'a task that has failed',
      `Error running query: org.apache.spark.SparkException: Job aborted due to stage failure: Task 1 in stage 16.0 failed 1 times, most recent failure: Lost task 1.0 in stage 16.0 (TID 18) (localhost executor driver): java.lang.RuntimeException: '(id#189L < cast(400000 as bigint))' is not true!${FRAMES}\n\nDriver stacktrace:${FRAMES}`,
      "'(id#189L < cast(400000 as bigint))' is not true!",
    ],
    [
      'a job that is too large',
      'Error running query: org.apache.spark.SparkException: Job aborted due to stage failure: Total size of serialized results of 12 tasks (1034.0 MiB) is bigger than spark.driver.maxResultSize (1024.0 MiB)',
      'Total size of serialized results of 12 tasks (1034.0 MiB) is bigger than spark.driver.maxResultSize (1024.0 MiB)',
    ],
    [
      'a part that cannot be evaluated',
      'Error running query: [DIVIDE_BY_ZERO] org.apache.spark.SparkArithmeticException: [DIVIDE_BY_ZERO] Division by zero.\n== SQL(line 2, position 8) ==\nSELECT 1/0\n       ^^^\n',
      '[DIVIDE_BY_ZERO] Division by zero. (line 2, pos 7)',
    ],
    [
      'a class that says nothing',
      'Error running query: [_LEGACY_ERROR_TEMP_2096] org.apache.spark.SparkUnsupportedOperationException: UPDATE TABLE is not supported temporarily.',
      'UPDATE TABLE is not supported temporarily.',
    ],
    [
      'advice about a setting',
      '[ARITHMETIC_OVERFLOW] integer overflow. Use \'try_add\' to return NULL instead. If necessary set "spark.sql.ansi.enabled" to "false" to bypass this error.\n== SQL(line 1, position 8) ==\nSELECT 1',
      "[ARITHMETIC_OVERFLOW] integer overflow. Use 'try_add' to return NULL instead. (line 1, pos 7)",
    ],
    [
      'lines that the first one announces',
      '[INSERT_COLUMN_ARITY_MISMATCH.TOO_MANY_DATA_COLUMNS] Cannot write to `t`, the reason is too many data columns:\nTable columns: `a`.\nData columns: `b`, `c`.',
      '[INSERT_COLUMN_ARITY_MISMATCH.TOO_MANY_DATA_COLUMNS] Cannot write to `t`, the reason is too many data columns: Table columns: `a`. Data columns: `b`, `c`.',
    ],
    ['lines that an author has written', 'Error running query: java.lang.RuntimeException: one;\ntwo', 'one;\ntwo'],
  ])('are one line with its place: %s', (_, message, shown) => {
    expect(withoutFraming(message)).toBe(shown)
  })

  it('point to the place in the whole text, whose code points are counted from 0', () => {
    const statement = "SELECT 2,\n  '🐘', colour"
    const queryText = `SELECT 1;\n${statement}`
    const error = new QueryError('[UNRESOLVED_COLUMN] A column cannot be resolved. (line 2, pos 7)')
    expect(located(error, { statement, queryText, product: SPARK }).position).toBe(queryText.indexOf('colour') + 1)
  })
})
