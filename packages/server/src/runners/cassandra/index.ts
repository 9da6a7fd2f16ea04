import { defineCqlRunner } from '../cassandra-wire/define-runner.ts'

/** Apache Cassandra (https://cassandra.apache.org), queried in CQL. */
export default defineCqlRunner({
  type: 'Cassandra',
  name: 'Cassandra',
  gallery: { category: 'database', aliases: ['cql', 'nosql'] },
  moduleUrl: import.meta.url,
})
