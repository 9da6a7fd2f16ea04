import { defineCqlRunner } from '../cassandra-wire/define-runner.ts'

/** ScyllaDB (https://www.scylladb.com), which uses Cassandra's protocol. */
export default defineCqlRunner({
  type: 'scylla',
  gallery: { category: 'database', aliases: ['cql', 'cassandra', 'nosql'] },
  name: 'ScyllaDB',
  moduleUrl: import.meta.url,
})
