import { defineCqlRunner } from '../cassandra-wire/define-runner.ts'

/** ScyllaDB (https://www.scylladb.com), which speaks as Cassandra does. */
export default defineCqlRunner({ type: 'scylla', name: 'ScyllaDB', home: import.meta.url })
