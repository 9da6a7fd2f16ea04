import { z } from 'zod'
import { isAmong } from '../../platform/networks.ts'
import { keepsSecrets } from '../../platform/type-options.ts'
import { METADATA_ADDRESS, projectFromMetadata } from '../google/identity.ts'
import { type AnyRunner, defineRunner, QueryError, type SourceContext } from '../runner.ts'
import { run } from './index.ts'
import { BigqueryOptions, stop, testConnection } from './jobs.ts'
import { readSchema } from './schema.ts'

const config = z.object({
  totalMBytesProcessedLimit: keepsSecrets(z.number().positive().optional().meta({ title: 'Total MByte Processed Limit' })),
  userDefinedFunctionResourceUri: BigqueryOptions.shape.userDefinedFunctionResourceUri,
  useStandardSql: BigqueryOptions.shape.useStandardSql,
  location: keepsSecrets(z.string().trim().default('US').meta({ title: 'Processing Location' })),
  loadSchema: BigqueryOptions.shape.loadSchema,
})
type MachineOptions = z.output<typeof config>

/** URLs of the metadata server and of the service. */
interface Endpoints {
  metadata: string
  /** '' for BigQuery's public endpoint. */
  endpoint: string
}

/**
 * BigQuery with the identity of the machine that this runs on. This would give every admin the permissions of the machine, so the
 * operator has to allow it: the metadata server must be among the networks that sources may reach.
 */
export function bigqueryGce({ metadata, endpoint }: Endpoints): AnyRunner {
  /** Adds the project and the endpoints that a source with a key file has in its options. */
  const named = async <Context extends SourceContext<MachineOptions>>(context: Context) => {
    if (!isAmong(METADATA_ADDRESS, context.sourceNetworks ?? []))
      throw new QueryError(
        `The identity of this machine may not be used. The operator allows it by ${METADATA_ADDRESS} in SIGHTLINE_SOURCE_NETWORKS.`,
      )
    const projectId = await projectFromMetadata({ metadata, signal: context.signal })
    return { ...context, config: { ...BigqueryOptions.parse({ ...context.config, projectId, endpoint }), machine: metadata } }
  }
  return defineRunner({
    type: 'bigquery_gce',
    name: 'BigQueryGCE',
    gallery: { category: 'warehouse', aliases: ['google', 'gcp', 'big query'] },
    syntax: 'sql',
    dialect: 'bigquery',
    language: 'bigquery',
    textPassing: 'parameters_outside_lists',
    guide: 'bigquery',
    moduleUrl: import.meta.url,
    config,
    run: async (text, context) => run(text, await named(context)),
    stop: async (session, context) => stop(session, await named(context)),
    testConnection: async (context) => testConnection(await named(context)),
    getSchema: async (context) => readSchema(await named(context)),
  })
}

export default bigqueryGce({ metadata: `http://${METADATA_ADDRESS}`, endpoint: '' })
