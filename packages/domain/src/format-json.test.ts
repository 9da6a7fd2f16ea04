import { describe, expect, it } from 'vitest'
import { formatJson } from './format-json.ts'

describe('formatting JSON', () => {
  it('puts one value on a line and indents by four spaces', () => {
    expect(formatJson('{"a":[1,{"b":null}], "c":{},"d":[ ]}')).toBe(
      '{\n    "a": [\n        1,\n        {\n            "b": null\n        }\n    ],\n    "c": {},\n    "d": []\n}',
    )
    expect(formatJson(' "alone" ')).toBe('"alone"')
  })

  it('changes only white space outside of strings', () => {
    expect(formatJson('{"big":12345678901234567890,"exact":1.10,"z":1,"a":"x  \\"{ , }\\" y"}')).toBe(
      '{\n    "big": 12345678901234567890,\n    "exact": 1.10,\n    "z": 1,\n    "a": "x  \\"{ , }\\" y"\n}',
    )
  })

  it('leaves tags unchanged, as values and inside strings', () => {
    expect(formatJson('{"limit":{{ limit }},"name":"{{ name }}","raw":{{{ raw }}}}')).toBe(
      '{\n    "limit": {{ limit }},\n    "name": "{{ name }}",\n    "raw": {{{ raw }}}\n}',
    )
  })

  it.each(['', '{', '{"a":}', 'select 1', '[1 2]', '{a: 1}'])('refuses %j', (text) => {
    expect(() => formatJson(text)).toThrow(SyntaxError)
  })
})
