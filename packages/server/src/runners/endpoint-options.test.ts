import { expect, it } from 'vitest'
import { destinations } from '../destinations/registry.ts'
import { configurationSchema } from '../platform/type-options.ts'
import { runners } from './registry.ts'

/** Options that determine the server or its verification, and thereby who receives the stored secrets. */
const ENDPOINTS = new Set([
  ...[
    'host',
    'hostname',
    'server',
    'brokerHost',
    'port',
    'brokerPort',
    'protocol',
    'scheme',
    'http_scheme',
    'brokerScheme',
    'dsn',
  ],
  ...[
    'url',
    'base_url',
    'endpoint',
    'glue_endpoint',
    'controllerURI',
    'http_path',
    'transport_mode',
    'connectionString',
    'replicaSetName',
  ],
  ...['region', 'aws_region', 'account', 'servicename', 'tds_version', 'path', 'path_style', 'dbpath', 'extensions', 'files'],
  ...['ssh_host', 'ssh_port', 'ssh_fingerprint'],
  ...[
    'sslmode',
    'ssl_mode',
    'use_ssl',
    'useSsl',
    'sslProtocol',
    'verify',
    'verify_ssl',
    'trust_certificate',
    'allow_unverified',
    'encryption',
  ],
  ...['ssl_cacert', 'ssl_cert', 'ssl_key', 'sslrootcertFile', 'sslCertificateFile', 'ca_cert_File', 'ssl_ca_cert_File'],
  // Types without secrets.
  ...['email.addresses', 'email.subject_template'],
])

/** Options that only say who connects and for what. A name with two meanings has its type in front. */
const HARMLESS = new Set([
  ...[
    'user',
    'username',
    'basic_auth_user',
    'ssh_username',
    'access_key',
    'aws_access_key',
    'aws_access_key_id',
    'role',
    'rolename',
  ],
  ...['db', 'dbname', 'dbName', 'database', 'keyspace', 'schema', 'catalog', 'catalog_ids', 'org', 'projectId', 'propertyId'],
  ...['clusterid', 'warehouse', 'work_group', 's3_staging_dir', 'glue', 'loadSchema', 'location', 'use_aws_iam_profile'],
  ...[
    'charset',
    'use_unicode',
    'encoding',
    'flatten',
    'lower_case_columns',
    'autocommit',
    'readPreference',
    'Cassandra.protocol',
  ],
  ...[
    'scylla.protocol',
    'timeout',
    'connect_timeout',
    'read_timeout',
    'connection_timeout',
    'limit',
    'min_insert_date',
    'expression',
  ],
  ...['cost_per_tb', 'result_reuse_enable', 'result_reuse_minutes', 'encryption_option', 'kms_key', 'source', 'client_tags'],
  ...['session_time_zone', 'allowed_schemas'],
  ...['impersonation', 'impersonationField', 'adhoc_query_group', 'scheduled_query_group', 'allow_writing', 'useStandardSql'],
  ...['totalMBytesProcessedLimit', 'maximumBillingTier', 'userDefinedFunctionResourceUri', 'useQueryAnnotation'],
  // Options of destinations, whose services are fixed or whose URL is secret.
  ...[
    'icon_url',
    'channel',
    'room_id',
    'message_template',
    'tags',
    'priority',
    'source_type_name',
    'description',
    'project_id',
  ],
  ...['to_person_emails', 'to_room_ids'],
])

interface Form {
  properties?: Record<string, object> | undefined
  secret?: string[] | undefined
  endpoint_options?: string[] | undefined
}

/** All options of a form with their paths, including those in groups. */
function optionsOf(type: string, form: Form): { name: string; isEndpoint: boolean; isSecret: boolean; path: string }[] {
  return Object.entries(form.properties ?? {}).flatMap(([name, property]: [string, Form]) =>
    property.properties
      ? optionsOf(type, property)
      : [
          {
            name,
            path: `${type}.${name}`,
            isEndpoint: form.endpoint_options?.includes(name) ?? false,
            isSecret: form.secret?.includes(name) ?? false,
          },
        ],
  )
}

const types = [...runners.values(), ...destinations.values()]
const all = types.flatMap(({ type, config }) => optionsOf(type, configurationSchema(config)))

it('classifies every option of every type as endpoint, harmless or credential', () => {
  const wrong = all.filter(({ name, path, isEndpoint, isSecret }) => {
    const isHarmless = HARMLESS.has(path) || (HARMLESS.has(name) && !ENDPOINTS.has(path))
    const expected = isSecret ? ENDPOINTS.has(name) : !isHarmless
    return isEndpoint !== expected || (!isSecret && !isHarmless && !ENDPOINTS.has(name) && !ENDPOINTS.has(path))
  })
  expect(wrong).toEqual([])
})
