import { z } from 'zod'
import { choice } from '../../platform/type-options.ts'
import { defineHiveRunner } from '../hive-wire/define-runner.ts'
import { serverFields, sessionFields } from '../hive-wire/option-fields.ts'
import { SPARK } from '../hive-wire/products.ts'

const DEFAULT_PORTS = { binary: 10_000, http: 10_001 }

/**
 * Spark SQL by Spark's Thrift server (https://spark.apache.org/docs/latest/sql-distributed-sql-engine.html), which speaks the protocol
 * of HiveServer2.
 */
export default defineHiveRunner({
  type: 'spark',
  name: 'Spark SQL',
  product: SPARK,
  gallery: { category: 'warehouse', aliases: ['apache spark', 'thrift server', 'kyuubi', 'hadoop'] },
  moduleUrl: import.meta.url,
  config: z.object({
    ...serverFields,
    transport_mode: choice({ binary: 'Binary', http: 'HTTP' })
      .default('binary')
      .meta({ description: 'The hive.server2.transport.mode of the server.' }),
    http_path: z
      .string()
      .trim()
      .default('cliservice')
      .meta({ title: 'HTTP Path', description: 'In HTTP mode: usually cliservice.', extra: true }),
    ...sessionFields,
  }),
  connectionOptions({ transport_mode: transport, http_path: path, database = '', sslCertificateFile: authority, ...options }) {
    const { port = DEFAULT_PORTS[transport] } = options
    return { ...options, ...{ transport, port, path, database, authority } }
  },
})
