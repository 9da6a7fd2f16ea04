import { defineCqlSpeaker } from '../cassandra-wire/speaker.ts'

/** Apache Cassandra (https://cassandra.apache.org), asked in CQL. */
export default defineCqlSpeaker({ type: 'Cassandra', name: 'Cassandra', moduleUrl: import.meta.url })
