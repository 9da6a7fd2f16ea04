import { defineCqlSpeaker } from '../cassandra-wire/speaker.ts'

/** ScyllaDB (https://www.scylladb.com), which speaks as Cassandra does. */
export default defineCqlSpeaker({ type: 'scylla', name: 'ScyllaDB', moduleUrl: import.meta.url })
