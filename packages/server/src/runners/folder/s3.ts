import { SaxesParser } from 'saxes'
import { publicEndpoint } from '../aws/endpoint.ts'
import { credentialsOf, signedHeaders } from '../aws/signature.ts'
import { AwsError, retryThrottled } from '../aws/throttling.ts'
import { type HttpRequest, type HttpResponse, httpClient } from '../http/client.ts'
import { QueryError } from '../runner.ts'
import type { BucketPlace, FolderOptions } from './options.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/API/

/** A bucket, asked object by object. */
export interface Bucket {
  /**
   * Asks for an object, or, without a key, for the bucket itself. What is throttled is asked again.
   * @throws QueryError in the store's words
   */
  ask(key: string, request?: Pick<HttpRequest, 'query' | 'headers' | 'accepts' | 'keepCompressed'>): Promise<HttpResponse>
}

/** An object of a bucket. */
export interface S3Object {
  key: string
  bytes: number
  /** Changes with the content. */
  etag: string
}

const DEFAULT_REGION = 'us-east-1'

/** @throws QueryError when one of the two keys is missing */
export function openBucket({ bucket }: BucketPlace, options: FolderOptions, signal: AbortSignal): Bucket {
  const region = options.region || DEFAULT_REGION
  const { access_key: accessKey, secret_key: secretKey, session_token: sessionToken } = options
  // A public bucket is read without saying who asks.
  const credentials = accessKey || secretKey ? { ...credentialsOf(accessKey, secretKey), sessionToken } : null
  const base = bucketAddress(bucket, region, options)
  const client = httpClient({
    base,
    signal,
    privateNetworks: 'all',
    ...(credentials ? { sign: (call) => signedHeaders(call, credentials, { region, service: 's3' }) } : {}),
    errorFrom,
  })
  return {
    ask: (key, request) => retryThrottled(() => client.send({ ...request, path: `${base}/${encodedKey(key)}` }), signal),
  }
}

/** Names with points are no part of a host: certificates do not cover them. */
export function bucketAddress(
  bucket: string,
  region: string,
  { endpoint, path_style: isPathStyle }: Pick<FolderOptions, 'endpoint' | 'path_style'>,
): string {
  const base = URL.parse(endpoint || publicEndpoint({ service: 's3', region }))
  if (base === null || !/^https?:$/.test(base.protocol))
    throw new QueryError('S3 Endpoint: the address must begin with http:// or https://.')
  const root = base.href.replace(/\/+$/, '')
  if (isPathStyle || bucket.includes('.')) return `${root}/${bucket}`
  return root.replace('://', `://${bucket}.`)
}

const encodedKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/')

/** The objects whose names begin with a prefix, page by page. */
export async function* objectsIn(bucket: Bucket, prefix: string): AsyncGenerator<S3Object[], void, undefined> {
  for (let token: string | undefined; ; ) {
    const query = { 'list-type': 2, 'encoding-type': 'url', prefix: prefix || undefined, 'continuation-token': token }
    const { objects, next } = pageIn(await (await bucket.ask('', { query })).text())
    yield objects
    if (next === '') return
    token = next
  }
}

/** One page of a list. Names come in percent signs, so that they survive XML. */
function pageIn(xml: string): { objects: S3Object[]; next: string } {
  const objects: S3Object[] = []
  const page = { objects, next: '' }
  let object: S3Object | null = null
  readElements(xml, {
    open: (name) => {
      if (name === 'Contents') object = { key: '', bytes: 0, etag: '' }
    },
    close: (name, text) => {
      if (name === 'NextContinuationToken') page.next = text
      else if (object === null) return
      else if (name === 'Key') object.key = decodeURIComponent(text.replaceAll('+', ' '))
      else if (name === 'Size') object.bytes = Number(text)
      else if (name === 'ETag') object.etag = text
      else if (name === 'Contents') {
        objects.push(object)
        object = null
      }
    },
  })
  return page
}

/** What S3 says against a request: `<Error><Code>…</Code><Message>…</Message></Error>`. */
function errorFrom(status: number, body: string): QueryError | null {
  const said = new Map<string, string>()
  try {
    readElements(body, { close: (name, text) => said.set(name, text) })
  } catch {
    return null
  }
  const code = said.get('Code') ?? ''
  const message = said.get('Message') || (code && `Failed to execute query. ${status}: ${code}`)
  return message ? new AwsError(code ? `${message} (${code})` : message, code) : null
}

interface ElementHandlers {
  open?(name: string): void
  /** @param text what stands between the element's last tag and its end */
  close(name: string, text: string): void
}

/** @throws QueryError for what is no XML */
function readElements(xml: string, { open, close }: ElementHandlers): void {
  const parser = new SaxesParser()
  let text = ''
  parser.on('opentag', ({ name }) => {
    text = ''
    open?.(name)
  })
  parser.on('text', (piece) => {
    text += piece
  })
  parser.on('closetag', ({ name }) => {
    close(name, text)
    text = ''
  })
  parser.on('error', (cause) => {
    throw new QueryError('The answer of the bucket is not what S3 answers.', { cause })
  })
  parser.write(xml).close()
}
