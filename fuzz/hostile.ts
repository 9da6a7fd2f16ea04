import type { Random } from './random.ts'

/** Strings that are known to break servers: quotes, paths, markup, templates, characters that databases refuse. */
const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfffy',
  '\u202e\u200b\ufeff',
  '\u{1f469}\u200d\u{1f680}',
  'e\u0301'.repeat(50),
  "' or 1=1 --",
  '"; drop table users; --',
  '\\',
  '%',
  '%00',
  '_%_',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd\0.csv',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{constructor.constructor("return 1")()}}',
  '{{#a}}{{/b}}',
  '=HYPERLINK("http://x")',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  '99999999999999999999',
  '2147483648',
  '0001-01-01',
  '9999-12-31T23:59:60Z',
  '+275760-09-13',
  '2026-02-30',
  '[]',
  '{}',
  'null',
  '[[[[[[[[[[',
  '(a+)+$',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '\u00e4'.repeat(130_000),
  '//evil.example',
  'http://127.0.0.1:9/',
  'file:///etc/passwd',
]

const numbers: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  -1e-7,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 53,
  -(2 ** 53) - 2,
  2 ** 63,
  1e15,
  1e16,
  1e21,
  1e308,
  8.64e15,
  8.64e15 + 1,
]

/** Field names with a special meaning in JavaScript or when objects are copied. */
const names: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  'then',
  '',
  '\0',
  '$where',
]

export const hostileText = (random: Random): string => random.pick(texts)

/** Returns a random JSON value of any type. */
function hostileValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => hostileText(random),
    () => random.pick(numbers),
    () => random.pick([null, true, false, [], {}, [[]], [null], { length: -1 }]),
    () => nested(random.pick([20, 200, 2000])),
    () => Array.from({ length: random.pick([10, 1000, 20_000]) }, () => 1),
    () => own('__proto__', { admin: true, isAdmin: true, toString: 1 }),
    () => ({ $gt: '', $ne: null }),
    () => ({ toJSON: 'x', toString: null, valueOf: null }),
  ])()
}

/** Returns a copy of the value with one mistake: a field missing, added, swapped, duplicated, or of another type. */
export function spoiled(random: Random, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.3))
      return random.pick<() => unknown>([
        () => [...value, hostileValue(random)],
        () => ({ ...value }),
        () => hostileValue(random),
      ])()
    const at = random.int(0, value.length - 1)
    return value.map((item, index) => (index === at ? spoiled(random, item) : item))
  }
  if (typeof value !== 'object' || value === null) return hostileValue(random)
  const entries = Object.entries(value)
  if (entries.length === 0) return random.chance(0.5) ? own(random.pick(names), hostileValue(random)) : hostileValue(random)
  const [name] = random.pick(entries)
  const others = Object.fromEntries(entries.filter(([other]) => other !== name))
  return random.pick<() => unknown>([
    () => others,
    () => ({ ...value, ...own(random.pick(names), hostileValue(random)) }),
    () => ({ ...others, [name]: spoiled(random, (value as Record<string, unknown>)[name]) }),
    () => ({ ...others, [name]: hostileValue(random) }),
    () => ({ ...others, [name]: [(value as Record<string, unknown>)[name]] }),
    () => [value],
  ])()
}

/** Returns an object with one own field, even if its name is `__proto__`. */
const own = (name: string, value: unknown): object =>
  Object.defineProperty({}, name, { value, enumerable: true, configurable: true, writable: true })

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** Bodies that are not JSON, or JSON that should be refused. */
const bodies: readonly (() => Buffer)[] = [
  () => Buffer.from(''),
  () => Buffer.from('{'),
  () => Buffer.from('{"a":1,}'),
  () => Buffer.from('nul'),
  () => Buffer.from('"text"'),
  () => Buffer.from('[1,2'),
  () => Buffer.from('\ufeff{}'),
  () => Buffer.from('{"a":"\\ud800"}'),
  () => Buffer.from('{"a":"\0"}'),
  () => Buffer.from('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
  () => Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
  () => Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0]),
  () => Buffer.alloc(1000),
  () => Buffer.from('['.repeat(100_000)),
  () => Buffer.from('{"a":'.repeat(50_000)),
  () => Buffer.from(`${'['.repeat(5000)}${']'.repeat(5000)}`),
  () => Buffer.from(`{"a":${'9'.repeat(10_000)}}`),
  () => Buffer.from(`{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join(',')}}`),
  () => Buffer.from(`{"name":"${'x'.repeat(2_000_000)}"}`),
  () => Buffer.from('a=1&a=2&b[c]=3&%=&%ff=%00'),
  () => Buffer.from('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'),
  () => Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
]
export const hostileBody = (random: Random): Buffer => random.pick(bodies)()

export const contentTypes: readonly string[] = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/xml',
  'application/octet-stream',
  'application/',
  ';',
  'x'.repeat(2000),
]

/** Headers that could mislead a server. */
export const hostileHeaders: readonly Record<string, string>[] = [
  { host: 'evil.example' },
  { host: '' },
  { host: 'a@b:99999999' },
  { 'x-forwarded-for': 'not an address, ::1, 127.0.0.1' },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-forwarded-host': 'evil.example/%00' },
  { origin: 'null' },
  { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' },
  { referer: '\u00ff\u00fe' },
  { cookie: 'session=x; session=%00; csrf_token=%' },
  { cookie: `session=${'x'.repeat(4000)}` },
  { authorization: 'Key' },
  { authorization: 'Key \u00ff' },
  { authorization: 'Bearer x' },
  { authorization: 'Basic Og==' },
  { 'x-csrf-token': '%00' },
  { 'accept-encoding': 'br;q=x, gzip;q=-1, *' },
  { accept: 'image/*, */*;q=nan' },
  { 'if-none-match': 'W/"x", *' },
  { 'if-modified-since': 'never' },
  { range: 'bytes=5-1,-,0-999999999999' },
  { 'content-encoding': 'gzip' },
  { expect: '100-continue' },
  { 'accept-language': 'x'.repeat(3000) },
  { 'x-http-method-override': 'DELETE' },
  { upgrade: 'websocket', connection: 'upgrade' },
]

export const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
