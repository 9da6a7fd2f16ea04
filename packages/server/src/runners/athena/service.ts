import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type AwsClient, awsClient } from '../aws/client.ts'
import { credentialsOf } from '../aws/signature.ts'
import { errorAtPosition } from '../http/error-message.ts'
import { CANCELLED, QueryError, type Session, type SourceContext } from '../runner.ts'

export const AthenaOptions = z.object({
  region: z.string().trim().min(1).meta({ title: 'AWS Region' }),
  aws_access_key: keepsSecrets(z.string().trim().optional().meta({ title: 'AWS Access Key' })),
  aws_secret_key: secret('AWS Secret Key').optional(),
  s3_staging_dir: keepsSecrets(z.string().trim().min(1).meta({ title: 'S3 Staging (Query Results) Bucket Path' })),
  schema: keepsSecrets(z.string().default('default').meta({ title: 'Schema Name' })),
  work_group: keepsSecrets(z.string().default('primary').meta({ title: 'Athena Work Group' })),
  cost_per_tb: keepsSecrets(z.number().default(5).meta({ title: 'Athena cost per Tb scanned (USD)', extra: true })),
  result_reuse_enable: keepsSecrets(z.boolean().optional().meta({ title: 'Reuse Athena query results', extra: true })),
  result_reuse_minutes: keepsSecrets(
    z.number().int().default(60).meta({ title: 'Minutes to reuse Athena query results', extra: true }),
  ),
  glue: keepsSecrets(z.boolean().optional().meta({ title: 'Use Glue Data Catalog', extra: true })),
  catalog_ids: keepsSecrets(
    z
      .string()
      .optional()
      .meta({ title: 'Enter Glue Data Catalog IDs, separated by commas (leave blank for default catalog)', extra: true }),
  ),
  encryption_option: keepsSecrets(z.string().optional().meta({ title: 'Encryption Option', extra: true })),
  kms_key: keepsSecrets(z.string().optional().meta({ title: 'KMS Key', extra: true })),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint of Athena (VPC)', extra: true }),
  glue_endpoint: z.string().trim().optional().meta({ title: 'Endpoint of Glue (VPC)', extra: true }),
})
export type AthenaOptions = z.output<typeof AthenaOptions>

export type Context = Pick<SourceContext<AthenaOptions>, 'config' | 'signal'>

export function athenaClient({ config, signal }: Context): AwsClient {
  const { region, endpoint, aws_access_key: accessKey, aws_secret_key: secretKey } = config
  const credentials = credentialsOf(accessKey, secretKey)
  return awsClient({ service: 'athena', region, endpoint, credentials, target: 'AmazonAthena', version: '1.1', signal })
}

/** @returns Athena's id of the execution */
export async function startQuery(athena: AwsClient, text: string, config: AthenaOptions): Promise<string> {
  const { s3_staging_dir: folder, encryption_option: encryption, kms_key: key, schema, work_group: group } = config
  const input = {
    QueryString: text,
    ClientRequestToken: randomUUID(),
    QueryExecutionContext: { Database: schema },
    WorkGroup: group,
    ResultConfiguration: {
      OutputLocation: folder,
      ...(encryption ? { EncryptionConfiguration: { EncryptionOption: encryption, ...(key ? { KmsKey: key } : {}) } } : {}),
    },
    ...(config.result_reuse_enable
      ? {
          ResultReuseConfiguration: {
            ResultReuseByAgeConfiguration: { Enabled: true, MaxAgeInMinutes: config.result_reuse_minutes },
          },
        }
      : {}),
  }
  return z.object({ QueryExecutionId: z.string() }).parse(await athena.call('StartQueryExecution', input)).QueryExecutionId
}

const Execution = z.object({
  QueryExecution: z.object({
    StatementType: z.string().optional(),
    Status: z.object({
      State: z.string(),
      StateChangeReason: z.string().optional(),
      AthenaError: z.object({ ErrorMessage: z.string().optional() }).optional(),
    }),
    Statistics: z.object({ DataScannedInBytes: z.number().optional() }).optional(),
  }),
})
export type Execution = z.output<typeof Execution>['QueryExecution']

const FIRST_POLL_DELAY_MS = 100
const MAX_POLL_DELAY_MS = 2000

/** Polls until Athena has finished an execution, in whatever state. */
async function waitForEnd(athena: AwsClient, id: string, signal: AbortSignal): Promise<Execution> {
  for (let wait = FIRST_POLL_DELAY_MS; ; wait = Math.min(2 * wait, MAX_POLL_DELAY_MS)) {
    const { QueryExecution: execution } = Execution.parse(await athena.call('GetQueryExecution', { QueryExecutionId: id }))
    if (!/^(QUEUED|RUNNING)$/.test(execution.Status.State)) return execution
    await sleep(wait, undefined, { signal }).catch(() => {
      throw new QueryError(CANCELLED)
    })
  }
}

/**
 * Waits until an execution has succeeded.
 * @param text the query text, to locate error positions in it
 * @throws QueryError with Athena's message if it failed
 */
export async function waitForSuccess(athena: AwsClient, id: string, signal: AbortSignal, text = ''): Promise<Execution> {
  const execution = await waitForEnd(athena, id, signal)
  const { State: state, StateChangeReason: reason, AthenaError: error } = execution.Status
  if (state === 'SUCCEEDED') return execution
  throw errorAtPosition(reason ?? error?.ErrorMessage ?? `Athena has ended the query: ${state}.`, text, POSITION)
}

/** `COLUMN_NOT_FOUND: line 1:8: …` */
const POSITION = /\bline (\d+):(\d+):/

/** Stops an execution, and waits until it has ended. */
export async function stop({ query }: Session, context: Context): Promise<void> {
  const athena = athenaClient(context)
  await athena.call('StopQueryExecution', { QueryExecutionId: String(query) })
  await waitForEnd(athena, String(query), context.signal)
}

/** The pages of a result; all values are strings. */
export async function* pages(athena: AwsClient, id: string): AsyncGenerator<ResultPage, void, undefined> {
  for (let token: string | undefined; ; ) {
    const input = { QueryExecutionId: id, MaxResults: 1000, ...(token === undefined ? {} : { NextToken: token }) }
    const page = Page.parse(await athena.call('GetQueryResults', input))
    yield page.ResultSet
    token = page.NextToken
    if (token === undefined) return
  }
}

const Page = z.object({
  NextToken: z.string().optional(),
  ResultSet: z.object({
    Rows: z.array(z.object({ Data: z.array(z.object({ VarCharValue: z.string().optional() })).default([]) })).default([]),
    ResultSetMetadata: z
      .object({
        ColumnInfo: z
          .array(
            z.object({ Name: z.string(), Type: z.string(), Precision: z.number().default(0), Scale: z.number().default(0) }),
          )
          .default([]),
      })
      .default({ ColumnInfo: [] }),
  }),
})
export type ResultPage = z.output<typeof Page>['ResultSet']

export async function testConnection(context: Context): Promise<void> {
  const athena = athenaClient(context)
  await waitForSuccess(athena, await startQuery(athena, 'SELECT 1', context.config), context.signal)
}
