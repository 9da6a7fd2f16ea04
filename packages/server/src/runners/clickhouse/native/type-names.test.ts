import { describe, expect, it } from 'vitest'
import { elementType, enumNames, typeName } from './type-names.ts'

describe('the name of a type of ClickHouse (OPEN-480)', () => {
  it.each([
    ['String', 'String', []],
    ['Tuple()', 'Tuple', []],
    ['Decimal(9, 2)', 'Decimal', ['9', '2']],
    ['Map(String, Array(Tuple(a Int8, b Date)))', 'Map', ['String', 'Array(Tuple(a Int8, b Date))']],
    ["Enum8('a, (' = 1, 'b\\')' = -2)", 'Enum8', ["'a, (' = 1", "'b\\')' = -2"]],
    ["DateTime64(3, 'Europe/Zurich')", 'DateTime64', ['3', "'Europe/Zurich'"]],
    ['Tuple(`a, b` Int8, "c" Date)', 'Tuple', ['`a, b` Int8', '"c" Date']],
    [
      'SimpleAggregateFunction(groupArrayArray(3), Array(Int8))',
      'SimpleAggregateFunction',
      ['groupArrayArray(3)', 'Array(Int8)'],
    ],
  ])('%s has its parts between the commas that are in no quotes and no brackets', (type, name, parts) => {
    expect(typeName(type)).toEqual({ name, parts })
  })

  it.each([
    ['Int8', 'Int8'],
    ['a Int8', 'Int8'],
    ['`a \\` b` Array(Int8)', 'Array(Int8)'],
    ['Map(String, Int8)', 'Map(String, Int8)'],
    ["Enum8('a' = 1)", "Enum8('a' = 1)"],
    ["a DateTime64(3, 'UTC')", "DateTime64(3, 'UTC')"],
  ])('is the end of the element %s of a tuple', (part, type) => {
    expect(elementType(part)).toBe(type)
  })

  it('has the names of an Enum, which may have any characters', () => {
    expect(enumNames(["'a = 1' = 1", "'it\\'s\\n' = -2"])).toEqual(
      new Map([
        [1, 'a = 1'],
        [-2, "it's\n"],
      ]),
    )
  })
})
