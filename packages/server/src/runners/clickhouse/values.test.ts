import { describe, expect, it } from 'vitest'
import { jsonOf } from './values.ts'

describe('the nested values of ClickHouse', () => {
  it.each([
    ['maps with numbers as keys', "{1:'a',-2:'b'}", { 1: 'a', '-2': 'b' }],
    ['maps inside of lists', "[{'k':1},{'l':2}]", [{ k: 1 }, { l: 2 }]],
    ['texts that look like keys', "['Mon,10:30','{1:2']", ['Mon,10:30', '{1:2']],
    ['keys and values that look like keys', "{'at,12:30':'from,9:15'}", { 'at,12:30': 'from,9:15' }],
  ])('are JSON: %s', (_, literal, value) => {
    expect(JSON.parse(jsonOf(literal))).toEqual(value)
  })
})
