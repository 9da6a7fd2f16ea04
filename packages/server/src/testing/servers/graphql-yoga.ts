import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { answersAt, startAt } from '../started-program.ts'
import { cached, program } from './cache.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'

const VERSION = '5.24.1'

const GRAPHQL = 'graphql@16.11.0'

const packages = () =>
  cached([`graphql-yoga-${VERSION}`, GRAPHQL], async (folder) => {
    const names = [`graphql-yoga@${VERSION}`, GRAPHQL]
    await program('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', ...names])
  })

/** The login that the server wants. */
export const YOGA_LOGIN = { username: 'ada', password: 'a secret' }

/** GraphQL Yoga, a server of GraphQL, with a schema of ours. */
export const graphqlYoga: FetchedServer<StartedServer> = {
  name: 'GraphQL Yoga',
  version: VERSION,
  origin: 'npm',
  fetch: packages,
  async start() {
    const [installed, port] = await Promise.all([packages(), freePort()])
    const started = await startAt({
      name: 'GraphQL Yoga',
      path: process.execPath,
      async prepare(folder) {
        const file = join(folder, 'serve.mjs')
        await writeFile(file, SERVE)
        const login = `Basic ${Buffer.from(`${YOGA_LOGIN.username}:${YOGA_LOGIN.password}`).toString('base64')}`
        return {
          args: [file, join(installed, 'node_modules/x.js'), String(port), login],
          isReady: () => answersAt(`http://127.0.0.1:${port}/graphql/live`, { headers: { authorization: login } }),
        }
      },
    })
    return { ...started, port }
  },
}

/** The types of GraphQL, values that are large or strange, a connection, and a field that answers when its request is closed. */
const SERVE = `import { createServer } from 'node:http'
import { createRequire } from 'node:module'

const [, , from, port, login] = process.argv
const { createSchema, createYoga } = createRequire(from)('graphql-yoga')

const order = (at) => ({ id: at + 1, total: at / 4, customer: at % 2 ? null : { name: 'Åse 🐘' } })
let working = 0
const typeDefs = \`
  scalar Long
  type Query {
    kinds: [Kind!]!
    orders(first: Int = 5000): Orders!
    failing: [Order!]
    slow: Int
    working: Int!
  }
  type Mutation { remove: Int }
  type Kind { large: Long, ratio: Float, yes: Boolean, words: String, id: ID!, state: State, list: [Int], nothing: String }
  enum State { OPEN CLOSED }
  type Orders { edges: [Edge!]! }
  type Edge { cursor: String!, node: Order! }
  type Order { id: Int!, total: Float!, customer: Customer }
  type Customer { name: String! }
\`
const resolvers = {
  Query: {
    kinds: () => [
      { large: Number.MAX_SAFE_INTEGER, ratio: -1.5e-300, yes: true, words: 'naïve 🐘 漢字', id: '007', state: 'OPEN', list: [1, null] },
      { large: -1, ratio: 0.1, yes: false, words: '', id: 'x', state: 'CLOSED', list: [] },
    ],
    orders: (_, { first }) => ({ edges: Array.from({ length: first }, (_, at) => ({ cursor: String(at + 1), node: order(at) })) }),
    failing: () => { throw new (createRequire(from)('graphql').GraphQLError)('No luck.') },
    slow: (_, __, { request }) => {
      working++
      return new Promise((resolve) => request.signal.addEventListener('abort', () => resolve(--working)))
    },
    working: () => working,
  },
}
const yoga = createYoga({ schema: createSchema({ typeDefs, resolvers }), healthCheckEndpoint: '/graphql/live', logging: false })
createServer((request, response) => {
  if (request.headers.authorization === login) return yoga(request, response)
  response.writeHead(401, { 'content-type': 'application/json' }).end('{"errors":[{"message":"Unauthenticated"}]}')
}).listen(Number(port), '127.0.0.1')
`
