import { z } from 'zod'

/** Where a bucket is, and how it is addressed. */
export interface BucketLocation {
  bucket: string
  /** Put before the names of files: '' or text that ends with a slash. */
  prefix: string
  region: string
  /** URL of the server; null for Amazon's own in the region. */
  endpoint: string | null
  /** Whether the bucket is part of the path, not of the host name. */
  isInPath: boolean
  /** Null for the identity of the machine. */
  keys: BucketKeys | null
}

export interface BucketKeys {
  accessKey: string
  secretKey: string
}

const NAME = 'SIGHTLINE_RESULTS_URL'
/** The region in which servers without regions expect to be called. */
const DEFAULT_REGION = 'us-east-1'
const BUCKET = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i
const FOLDERS = /^[A-Za-z0-9_.=-]+(\/[A-Za-z0-9_.=-]+)*$/

const Terms = z.strictObject({
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/i)
    .optional(),
  endpoint: z.url({ protocol: /^https?$/ }).optional(),
  addressing: z.enum(['path', 'host']).optional(),
  credentials: z.literal('machine').optional(),
})

const PROBLEMS: Record<keyof z.infer<typeof Terms>, string> = {
  region: 'region must be the name of a region, such as eu-central-1',
  endpoint: 'endpoint must be an address such as https://s3.example.com',
  addressing: 'addressing must be path or host',
  credentials: 'credentials must be machine, or left out',
}

/**
 * Reads `s3://bucket/folder?region=…&endpoint=…&addressing=path|host&credentials=machine`.
 * @param keys the keys of the settings; null if there are none
 * @throws Error with one sentence
 */
export function bucketLocation(url: string, keys: BucketKeys | null): BucketLocation {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  if (username !== '' || password !== '') {
    throw new Error(
      `${NAME} must not contain keys: they belong in SIGHTLINE_RESULTS_ACCESS_KEY and SIGHTLINE_RESULTS_SECRET_KEY.`,
    )
  }
  if (!BUCKET.test(hostname) || port !== '') throw new Error(`${NAME} must name a bucket, such as s3://sightline-results.`)
  const { region, endpoint, addressing, credentials } = termsOf(searchParams)
  if (region === undefined && endpoint === undefined) {
    throw new Error(`${NAME} with s3: requires ?region=… for Amazon S3, or ?endpoint=… for another server.`)
  }
  return {
    bucket: hostname,
    prefix: prefixOf(pathname),
    region: region ?? DEFAULT_REGION,
    endpoint: endpoint ?? null,
    isInPath: addressing === undefined ? endpoint !== undefined : addressing === 'path',
    keys: keysFor(keys, credentials === 'machine'),
  }
}

function termsOf(parameters: URLSearchParams): z.infer<typeof Terms> {
  const read = Terms.safeParse(Object.fromEntries(parameters))
  if (read.success) return read.data
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys') {
    throw new Error(`${NAME} knows only ${Object.keys(PROBLEMS).join(', ')} after the question mark, not ${issue.keys[0]}.`)
  }
  throw new Error(`${NAME}: ${PROBLEMS[Terms.keyof().parse(issue?.path[0])]}.`)
}

function prefixOf(pathname: string): string {
  const folders = pathname.replace(/^\/|\/$/g, '')
  if (folders === '') return ''
  if (FOLDERS.test(folders)) return `${folders}/`
  throw new Error(`${NAME}: the folder in the bucket may have letters, digits and _ . = - in its name.`)
}

function keysFor(keys: BucketKeys | null, isMachine: boolean): BucketKeys | null {
  if (isMachine && keys !== null) {
    throw new Error(`${NAME} has credentials=machine, so SIGHTLINE_RESULTS_ACCESS_KEY must not be set.`)
  }
  if (!isMachine && keys === null) {
    throw new Error(
      `${NAME} with s3: requires SIGHTLINE_RESULTS_ACCESS_KEY and SIGHTLINE_RESULTS_SECRET_KEY, or credentials=machine for the identity of the machine.`,
    )
  }
  return keys
}
