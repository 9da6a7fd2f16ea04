import { contentTypes, hostileBody, hostileHeaders, hostileText, methods, spoiled } from './hostile.ts'
import type { Operation } from './operations.ts'
import { type Random, randomOf } from './random.ts'
import { type KnownIds, validValue } from './valid.ts'
import type { CallerName, World } from './world.ts'

/** A complete request that can be sent again. */
export interface Call {
  /** Index in the run; seed and index reproduce the call. */
  index: number
  caller: CallerName
  /** Method and path template of the intended operation. */
  operation: string
  method: string
  /** Path with query string. */
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

/** Share of each caller in twentieths. */
const weights: Record<CallerName, number> = {
  admin: 6,
  member: 5,
  outsider: 3,
  'query key': 2,
  'dashboard token': 2,
  nobody: 2,
}
const callers = Object.entries(weights).flatMap(([name, weight]) => Array<CallerName>(weight).fill(name as CallerName))

/** Generates one call of the run with this seed. A third of the calls are valid, the others have one part spoiled. */
export function makeCall(seed: number, index: number, operations: readonly Operation[], world: World): Call {
  const random = randomOf(seed, index)
  const operation = random.pick(operations)
  const caller = random.pick(callers)
  const wrong = random.chance(1 / 3) ? null : random.pick(['path', 'query', 'body', 'body', 'body', 'raw', 'headers', 'method'])
  const method = wrong === 'method' ? random.pick(methods) : operation.method
  const path = pathOf(random, operation, world.ids, wrong === 'path')
  const search = searchOf(random, operation, world.ids, wrong === 'query')
  const body = method === 'GET' || method === 'HEAD' ? null : bodyOf(random, operation, world.ids, wrong)
  const call: Call = {
    index,
    caller,
    operation: `${operation.method} ${operation.path}`,
    method,
    path: world.spare(method, path + search),
    headers: {
      // A separate IP address per call, so that rate limits per address do not apply.
      'x-forwarded-for': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
      ...world.callers[caller],
      ...(body === null ? {} : { 'content-type': random.chance(0.9) ? 'application/json' : random.pick(contentTypes) }),
      ...(wrong === 'headers' ? random.pick(hostileHeaders) : {}),
    },
    body,
  }
  return world.mayBeSent(call) ? call : { ...call, body: Buffer.from('{}') }
}

function pathOf(random: Random, { path }: Operation, ids: KnownIds, isHostile: boolean): string {
  const family = path.split('/')[2] ?? ''
  const names = [...path.matchAll(/\{(\w+)\}/g)].length
  const spoiledAt = isHostile ? random.int(0, Math.max(0, names - 1)) : -1
  let at = 0
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (at++ === spoiledAt) return random.chance(0.5) ? random.pick(pathPieces) : encoded(hostileText(random).slice(0, 3000))
    const known = ids[name === 'id' ? family : name]
    const value =
      known && random.chance(0.8)
        ? random.pick(known)
        : random.pick<number | string>([random.int(1, 60), random.int(1, 5), 'x'])
    return encodeURIComponent(String(value))
  })
}

/** Hostile path segments, already percent-encoded. */
const pathPieces: readonly string[] = [
  '',
  '.',
  '..',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%ED%A0%80',
  '0',
  '-1',
  '1.5',
  '1e3',
  '2147483647',
  '2147483648',
  '999999999999999',
  '9999999999999999999999',
  '%31',
  '1;x=1',
  '1%20',
  '__proto__',
  'constructor',
  'x'.repeat(900),
  'x'.repeat(5000),
]

function searchOf(random: Random, { query }: Operation, ids: KnownIds, isHostile: boolean): string {
  const parts = Object.entries(query).flatMap(([name, schema]) => {
    if (!random.chance(0.5)) return []
    const value = validValue(random, schema, name, ids)
    return [value].flat().map((one) => `${name}=${encoded(typeof one === 'object' ? JSON.stringify(one) : String(one))}`)
  })
  if (isHostile) {
    const name = random.pick([...Object.keys(query), 'api_key', 'p_name', 'x', '__proto__', 'p_constructor', 'a[b]'])
    parts.push(
      random.pick([
        `${name}=${encoded(hostileText(random).slice(0, 3000))}`,
        `${name}=%ff`,
        `${name}=%`,
        `${name}`,
        `${name}=1&${name}=2`,
        '&&=&',
        `${name}[]=1`,
      ]),
    )
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Percent-encodes text. Unlike `encodeURIComponent`, it does not throw on lone surrogates but encodes them as U+FFFD. */
const encoded = (text: string): string =>
  Buffer.from(text, 'utf8').reduce(
    (made, byte) =>
      made + (/\w/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`),
    '',
  )

function bodyOf(random: Random, { body }: Operation, ids: KnownIds, wrong: string | null): Buffer | null {
  if (wrong === 'raw') return hostileBody(random)
  if (body === null && wrong !== 'body') return null
  const value = validValue(random, body ?? {}, '', ids)
  return Buffer.from(JSON.stringify(wrong === 'body' ? spoiled(random, value) : value) ?? '')
}
