import { describe, expect, it } from 'vitest'
import { QueryError } from '../runner.ts'
import { located, withoutFraming } from './errors.ts'

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
    ['Vertex failed\n\tat org.apache.tez.Dag.run(Dag.java:5)\n\t... 12 more\nTask failed', /^Vertex failed\nTask failed$/],
  ])('are shown without what is the same in all of them: %s', (message, shown) => {
    expect(withoutFraming(message)).toMatch(shown)
  })

  it('point to the place in the whole text, whose lines are counted in the statement', () => {
    const text = 'SELECT 1;\nSELECT 2,\n  colour'
    const error = new QueryError("Line 2:2 Invalid table alias or column reference 'colour'")
    expect(located(error, 'SELECT 2,\n  colour', text).position).toBe(text.indexOf('colour') + 1)
  })

  it('have no place if they name none', () => {
    const error = new QueryError('Java heap space')
    expect(located(error, 'SELECT 1', 'SELECT 1')).toBe(error)
  })
})
