import { defineCqlRunner } from '../cassandra-wire/define-runner.ts'

/** ScyllaDB (https://www.scylladb.com), which uses Cassandra's protocol. */
export default defineCqlRunner({
  type: 'scylla',
  name: 'ScyllaDB',
  gallery: { category: 'database', aliases: ['cql', 'cassandra', 'nosql'] },
  moduleUrl: import.meta.url,
})
