import { defineCqlRunner } from '../cassandra-wire/define-runner.ts'

/** Apache Cassandra (https://cassandra.apache.org), queried in CQL. */
export default defineCqlRunner({
  type: 'Cassandra',
  gallery: { category: 'database', aliases: ['cql', 'nosql'] },
  name: 'Cassandra',
  moduleUrl: import.meta.url,
})
