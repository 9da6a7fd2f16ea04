import { z } from 'zod'
import { defineHiveRunner } from '../hive-wire/define-runner.ts'
import { serverFields, sessionFields } from '../hive-wire/option-fields.ts'
import { HIVE } from '../hive-wire/products.ts'

const DEFAULT_PORT = 10_000

/** Apache Hive (https://hive.apache.org) in binary mode, which is its default. */
export default defineHiveRunner({
  type: 'hive',
  name: 'Hive',
  product: HIVE,
  gallery: { category: 'warehouse', aliases: ['apache hive', 'hiveserver2', 'hadoop'] },
  moduleUrl: import.meta.url,
  config: z.object({ ...serverFields, ...sessionFields }),
  connectionOptions: ({ port = DEFAULT_PORT, database = '', sslCertificateFile: authority, ...options }) => ({
    ...options,
    ...{ transport: 'binary', port, database, path: '', authority },
  }),
})
