import { join } from 'node:path'
import { type Plugin, parseSync } from 'vite'

/** Properties of an endpoint that only the server and the reference page read. */
const SERVER_ONLY = new Set(['params', 'query', 'body', 'reply', 'summary'])

/**
 * Bundles the contract for the browser without its schemas: `zod` becomes the stub of `src/api/zod-stub.ts`, and a build leaves out
 * what only describes requests and replies, because a minifier cannot know that those expressions do nothing.
 */
export const contractWithoutSchemas: Plugin = {
  name: 'contract-without-schemas',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^zod$/ },
    handler: (_, importer) =>
      importer?.includes('/packages/contract/src/') ? join(import.meta.dirname, 'src/api/zod-stub.ts') : null,
  },
  transform: {
    filter: { id: /\/packages\/contract\/src\/[^?]+\.ts$/ },
    // While both sides are developed the source stays as it is, with its line numbers.
    handler(code, id) {
      return this.environment.mode === 'build' ? { code: withoutSchemas(code, id), map: null } : null
    },
  },
}

/** A node of the syntax tree, as far as it matters here; see https://github.com/estree/estree. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** A piece of the source, by its positions, and the text that replaces it. */
interface Edit {
  start: number
  end: number
  text: string
}

/**
 * Replaces each expression that builds a schema, `z.object({ … }).partial()`, by `z`, and removes the properties of endpoints that
 * only the server reads.
 * @param code a module of the contract
 * @param name its file name, for the parser
 */
export function withoutSchemas(code: string, name = 'contract.ts'): string {
  const edits: Edit[] = []
  visit(parseSync(name, code).program as unknown as Node, code, edits)
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}

function visit(node: Node, code: string, edits: Edit[]): void {
  if (node.type === 'CallExpression' && rootOf(node) === 'z') {
    edits.push({ start: node.start, end: node.end, text: 'z' })
    return
  }
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'endpoint') visitEndpoint(node, code, edits)
  else for (const child of childrenOf(node)) visit(child, code, edits)
}

function visitEndpoint(call: Node, code: string, edits: Edit[]): void {
  for (const property of childrenOf(call).flatMap((one) => (one.type === 'ObjectExpression' ? childrenOf(one) : []))) {
    if (!SERVER_ONLY.has(nameOf(property.key) ?? '')) {
      visit(property, code, edits)
      continue
    }
    const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0
    edits.push({ start: property.start, end: property.end + comma, text: '' })
  }
}

/** The name at the left end of a chain of calls and properties; null if it begins with something else. */
function rootOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'CallExpression') return rootOf(node.callee)
  if (node.type === 'MemberExpression') return rootOf(node.object)
  return nameOf(node)
}

const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' && typeof node.name === 'string' ? node.name : null

const childrenOf = (node: Node): Node[] => Object.values(node).flatMap((value) => [value].flat().filter(isNode))

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
