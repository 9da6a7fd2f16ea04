import { z } from 'zod'

/** Where a bucket is, and how it is addressed. */
export type BucketLocation = S3Location | AzureLocation

interface Place {
  bucket: string
  /** Put before the names of files: '' or text that ends with a slash. */
  prefix: string
  /** Null for the identity of the machine. */
  keys: BucketKeys | null
}

export interface S3Location extends Place {
  service: 's3'
  region: string
  /** URL of the server; null for Amazon's own in the region. */
  endpoint: string | null
  /** Whether the bucket is part of the path, not of the host name. */
  isInPath: boolean
}

/** A container of Azure Blob Storage. */
export interface AzureLocation extends Place {
  service: 'azure'
  /** URL of the account. */
  endpoint: string
}

/** The keys of S3, or the name of an account of Azure and its key. */
export interface BucketKeys {
  accessKey: string
  secretKey: string
}

const NAME = 'SIGHTLINE_RESULTS_URL'
/** The region in which servers without regions expect to be called. */
const DEFAULT_REGION = 'us-east-1'
const BUCKET = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i
const FOLDERS = /^[A-Za-z0-9_.=-]+(\/[A-Za-z0-9_.=-]+)*$/

const endpoint = z.url({ protocol: /^https?$/ }).optional()
const credentials = z.literal('machine').optional()
const S3Terms = z.strictObject({
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/i)
    .optional(),
  endpoint,
  addressing: z.enum(['path', 'host']).optional(),
  credentials,
})
const AzureTerms = z.strictObject({
  account: z
    .string()
    .regex(/^[a-z0-9]{3,24}$/)
    .optional(),
  endpoint,
  credentials,
})

const PROBLEMS: Record<string, string> = {
  region: 'region must be the name of a region, such as eu-central-1',
  account: 'account must be the name of a storage account, such as acmeresults',
  endpoint: 'endpoint must be an address such as https://s3.example.com',
  addressing: 'addressing must be path or host',
  credentials: 'credentials must be machine, or left out',
}

/**
 * Reads `s3://bucket/folder?region=…&endpoint=…&addressing=path|host&credentials=machine` or
 * `azure://container/folder?account=…&endpoint=…&credentials=machine`.
 * @param keys the keys of the settings; null if there are none
 * @throws Error with one sentence
 */
export function bucketLocation(url: string, keys: BucketKeys | null): BucketLocation {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url)
  const isAzure = protocol === 'azure:'
  if (username !== '' || password !== '') {
    throw new Error(
      `${NAME} must not contain keys: they belong in SIGHTLINE_RESULTS_ACCESS_KEY and SIGHTLINE_RESULTS_SECRET_KEY.`,
    )
  }
  if (!BUCKET.test(hostname) || port !== '') {
    const example = isAzure ? 'container, such as azure://sightline-results' : 'bucket, such as s3://sightline-results'
    throw new Error(`${NAME} must name a ${example}.`)
  }
  const place = { bucket: hostname, prefix: prefixOf(pathname) }
  return isAzure ? azureLocation(place, searchParams, keys) : s3Location(place, searchParams, keys)
}

type Named = Pick<Place, 'bucket' | 'prefix'>

function s3Location(place: Named, parameters: URLSearchParams, keys: BucketKeys | null): S3Location {
  const { region, endpoint, addressing, credentials } = termsOf(S3Terms, parameters)
  if (region === undefined && endpoint === undefined) {
    throw new Error(`${NAME} with s3: requires ?region=… for Amazon S3, or ?endpoint=… for another server.`)
  }
  return {
    ...place,
    service: 's3',
    region: region ?? DEFAULT_REGION,
    endpoint: endpoint ?? null,
    isInPath: addressing === undefined ? endpoint !== undefined : addressing === 'path',
    keys: keysFor('s3:', keys, credentials === 'machine'),
  }
}

function azureLocation(place: Named, parameters: URLSearchParams, given: BucketKeys | null): AzureLocation {
  const { account, endpoint, credentials } = termsOf(AzureTerms, parameters)
  const keys = keysFor('azure:', given, credentials === 'machine')
  const name = account ?? keys?.accessKey
  if (name === undefined && endpoint === undefined) {
    throw new Error(`${NAME} with azure: and credentials=machine requires ?account=… with the name of the storage account.`)
  }
  return { ...place, service: 'azure', endpoint: endpoint ?? `https://${name}.blob.core.windows.net`, keys }
}

function termsOf<Shape extends z.ZodRawShape>(terms: z.ZodObject<Shape>, parameters: URLSearchParams) {
  const read = terms.safeParse(Object.fromEntries(parameters))
  if (read.success) return read.data
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const known = Object.keys(terms.shape).join(', ')
    throw new Error(`${NAME} knows only ${known} after the question mark, not ${issue.keys[0]}.`)
  }
  throw new Error(`${NAME}: ${PROBLEMS[String(issue?.path[0])]}.`)
}

function prefixOf(pathname: string): string {
  const folders = pathname.replace(/^\/|\/$/g, '')
  if (folders === '') return ''
  if (FOLDERS.test(folders)) return `${folders}/`
  throw new Error(`${NAME}: the folder in the bucket may have letters, digits and _ . = - in its name.`)
}

function keysFor(scheme: string, keys: BucketKeys | null, isMachine: boolean): BucketKeys | null {
  if (isMachine && keys !== null) {
    throw new Error(`${NAME} has credentials=machine, so SIGHTLINE_RESULTS_ACCESS_KEY must not be set.`)
  }
  if (!isMachine && keys === null) {
    throw new Error(
      `${NAME} with ${scheme} requires SIGHTLINE_RESULTS_ACCESS_KEY and SIGHTLINE_RESULTS_SECRET_KEY, or credentials=machine for the identity of the machine.`,
    )
  }
  return keys
}
