import { defineCqlRunner } from '../cassandra-wire/define-runner.ts'

/** ScyllaDB (https://www.scylladb.com), which uses Cassandra's protocol. */
export default defineCqlRunner({ type: 'scylla', name: 'ScyllaDB', moduleUrl: import.meta.url })
