import { AppError } from '../../http/errors.ts'
import { missingFile } from '../store.ts'

export const CLOCKS_DIFFER = 'The clocks of this machine and of the storage of results differ too much.'

/** Sentences about a storage in trouble. They name no host, bucket or key, because everybody may see them. */
const REASONS: readonly [codes: RegExp, reason: string][] = [
  [/^(NoSuchBucket|ContainerNotFound)$/, 'The bucket of results does not exist.'],
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|AuthFailure|XAdminUserNotFound|AuthenticationFailed|InvalidAuthenticationInfo|AccountNotFound)$/,
    'The storage of results does not accept the access keys.',
  ],
  [
    /^(AccessDenied|AllAccessDisabled|AccountProblem|AccountIsDisabled|Authorization\w*|InsufficientAccountPermissions|Forbidden|403)$/,
    'The access keys have no right to use the bucket of results.',
  ],
  [/^RequestTimeTooSkewed$/, CLOCKS_DIFFER],
  [
    /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|301)$/,
    'The bucket of results is in another region.',
  ],
  [/^(QuotaExceeded|XMinioStorageFull|InsufficientCapacity|507)$/, 'The storage of results is full.'],
  [
    /^(SlowDown|ServiceUnavailable|InternalError|ServerBusy|OperationTimedOut|TooManyRequests|Throttling\w*|5\d\d|429)$/,
    'The storage of results is overloaded or broken.',
  ],
  [
    /^(CredentialsProviderError|ProviderError|CredentialUnavailableError|AggregateAuthenticationError)$/,
    'This machine has no identity that the storage of results could accept.',
  ],
  [/^(TimeoutError|AbortError|RequestTimeout|ETIMEDOUT)$/, 'The storage of results did not answer in time.'],
  [/^(UnreadableReply|302|303)$/, 'There is no storage with the S3 protocol at the address of the endpoint.'],
  [/CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_VERIFY/, 'The certificate of the storage of results is not trusted.'],
  [
    /^(ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_STREAM_PREMATURE_CLOSE|ECONNABORTED|EPROTO)$/,
    'The storage of results cannot be reached.',
  ],
]

/** Whether the server said that there is no such object. */
export function isMissing(error: unknown): boolean {
  const codes = codesOf(error)
  const isContainer = codes.includes('NoSuchBucket') || codes.includes('ContainerNotFound')
  return !isContainer && codes.some((code) => /^(NoSuchKey|BlobNotFound|NotFound|404)$/.test(code))
}

/** Whether another attempt at reading may succeed. */
export const isTransient = (error: unknown): boolean => /(reached|overloaded or broken|in time)\.$/.test(reasonOf(error))

/** The error of a request to the storage, as everybody may see it. The cause has what the server said. */
export function storageFailure(cause: unknown): Error {
  if (cause instanceof AppError) return cause
  return new AppError('storage_unavailable', { reason: reasonOf(cause) }, { cause })
}

/** The error of a request for a file, which may not be there. */
export const missingOr = (name: string, error: unknown): Error => (isMissing(error) ? missingFile(name) : storageFailure(error))

/** One sentence about the trouble. */
export function reasonOf(error: unknown): string {
  for (const code of codesOf(error)) {
    const known = REASONS.find(([pattern]) => pattern.test(code))
    if (known !== undefined) return known[1]
  }
  return 'The storage of results answered with an unknown error.'
}

/** The codes, the name and the HTTP status of an error and of its causes, the most precise first. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const codes = ['Code', 'code'].filter((field) => field in error).map((field) => String(Reflect.get(error, field)))
  codes.push(error.name)
  // The client has no code for a reply that is not XML, as web pages and proxies send it.
  if (error.message.includes('XML parse error')) codes.push('UnreadableReply')
  if ('statusCode' in error) codes.push(String(error.statusCode))
  const metadata: unknown = Reflect.get(error, '$metadata')
  if (typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata)
    codes.push(String(metadata.httpStatusCode))
  return [...codes, ...codesOf(error.cause)]
}
