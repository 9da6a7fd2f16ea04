// @ts-check
import { setImmediate } from 'node:timers/promises'

/** Rows in a group: large enough to be fast, small enough for a cancel to arrive between two. */
const GROUP = 1000
const QUERY = /^\s*count\s+to\s+(\d{1,9})\s*$/i

/**
 * A data source that needs no server: `count to 5` returns five rows. Replace it with calls to your own.
 * @type {import('sightline/plugin').DataSourceType}
 */
export const numbers = {
  type: 'template_numbers',
  name: 'Numbers',
  logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M5 5h4v14H5zm6 4h4v10h-4zm6-2h4v12h-4z"/></svg>',
  language: 'sql',
  category: 'web',
  options: {
    step: { type: 'number', title: 'Step', default: 1, keepsSecrets: true },
    server: { type: 'string', title: 'Server' },
    token: { type: 'string', title: 'Token', secret: true },
  },
  run(text, { options, signal }) {
    // The first line of a SQL text may be a comment that says who runs it.
    const query = text.replace(/^\s*\/\*.*?\*\//s, (comment) => ' '.repeat(comment.length))
    const [, last] = QUERY.exec(query) ?? []
    if (last === undefined) {
      const position = query.length - query.trimStart().length + 1
      throw Object.assign(new Error('Write a query like "count to 5".'), { position })
    }
    return {
      columns: [
        { name: 'n', type: 'integer' },
        { name: 'square', type: 'integer' },
      ],
      rows: groups(BigInt(last), BigInt(Number(options.step)), signal),
    }
  },
  async testConnection() {},
  async getSchema() {
    return [
      {
        name: 'count',
        columns: [
          { name: 'n', type: 'integer' },
          { name: 'square', type: 'integer' },
        ],
      },
    ]
  },
}

/**
 * @param {bigint} last
 * @param {bigint} step
 * @param {AbortSignal} signal
 */
async function* groups(last, step, signal) {
  let rows = []
  for (let n = 1n; n <= last; n += step) {
    rows.push([n, n * n])
    if (rows.length < GROUP) continue
    yield rows
    rows = []
    await setImmediate()
    signal.throwIfAborted()
  }
  if (rows.length > 0) yield rows
}
