import { SaxesParser } from 'saxes'
import { AwsError, publicEndpoint, retryThrottled } from '../aws/client.ts'
import { credentialsOf, signedHeaders } from '../aws/signature.ts'
import { type HttpRequest, type HttpResponse, httpClient } from '../http/client.ts'
import { QueryError } from '../runner.ts'
import type { BucketPlace, FolderOptions } from './options.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/API/

/** Client of a bucket. */
export interface Bucket {
  /**
   * Requests an object, or the bucket itself if the key is empty. Retries throttled requests.
   * @throws QueryError with the store's message
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

/** @throws QueryError if one of the two keys is missing */
export function openBucket({ bucket }: BucketPlace, options: FolderOptions, signal: AbortSignal): Bucket {
  const region = options.region || DEFAULT_REGION
  const { access_key: accessKey, secret_key: secretKey, session_token: sessionToken } = options
  // A public bucket is read anonymously.
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
    ask: (key, request) =>
      retryThrottled(() => client.send({ ...request, path: `${base}/${encodedKey(key)}` }), signal).catch((error) => {
        throw withPlace(error, key === '' ? `to list the objects of the bucket "${bucket}"` : `to read the object "${key}"`)
      }),
  }
}

/** Stores say that access is denied, and not to what. */
function withPlace(error: unknown, what: string): unknown {
  if (!(error instanceof AwsError) || error.code !== 'AccessDenied') return error
  return new AwsError(`No right ${what}: ${error.message}`, error.code)
}

/** Bucket names with dots cannot be part of the host name: wildcard certificates do not cover them. */
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

/** Lists the objects below a prefix, page by page. */
export async function* listObjects(bucket: Bucket, prefix: string): AsyncGenerator<S3Object[], void, undefined> {
  for (let token: string | undefined; ; ) {
    const query = { 'list-type': 2, 'encoding-type': 'url', prefix: prefix || undefined, 'continuation-token': token }
    const { objects, next } = parsePage(await (await bucket.ask('', { query })).text())
    yield objects
    if (next === '') return
    token = next
  }
}

/**
 * Parses one page of a listing. Keys are percent-encoded, so that any character survives XML, with `+` for a space. Stores that cannot do
 * this send them as they are, and leave out the element that says so.
 */
function parsePage(xml: string): { objects: S3Object[]; next: string } {
  const objects: S3Object[] = []
  const page = { objects, next: '' }
  let isEncoded = false
  let object: S3Object | null = null
  readElements(xml, {
    open: (name) => {
      if (name === 'Contents') object = { key: '', bytes: 0, etag: '' }
    },
    close: (name, text) => {
      if (name === 'NextContinuationToken') page.next = text
      else if (name === 'EncodingType') isEncoded = text === 'url'
      else if (object === null) return
      else if (name === 'Key') object.key = text
      else if (name === 'Size') object.bytes = Number(text)
      else if (name === 'ETag') object.etag = text
      else if (name === 'Contents') {
        objects.push(object)
        object = null
      }
    },
  })
  // The element may follow the objects.
  if (isEncoded) for (const found of objects) found.key = decodeURIComponent(found.key.replaceAll('+', ' '))
  return page
}

/** Parses an error response: `<Error><Code>…</Code><Message>…</Message></Error>`. */
function errorFrom(status: number, body: string): QueryError | null {
  const fields = new Map<string, string>()
  try {
    readElements(body, { close: (name, text) => fields.set(name, text) })
  } catch {
    return null
  }
  const code = fields.get('Code') ?? ''
  const message = fields.get('Message') || (code && `Failed to execute query. ${status}: ${code}`)
  return message ? new AwsError(code ? `${message} (${code})` : message, code) : null
}

interface ElementHandlers {
  open?(name: string): void
  /** @param text between the last start or end tag and this element's end tag */
  close(name: string, text: string): void
}

/** @throws QueryError if it is not XML */
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
