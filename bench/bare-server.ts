// A Fastify server with one route that sends the bytes of a file: the cost of the same response without Sightline.
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

const [, , path = ''] = process.argv
const bytes = readFileSync(path)
const fastify = Fastify()
fastify.get('/', (_, reply) => reply.type('application/json').send(bytes))
process.send?.(await fastify.listen({ port: 0, host: '127.0.0.1' }))
