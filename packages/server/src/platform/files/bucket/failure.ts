import { i18n } from '@sightline/domain/language/i18n.ts'
import { AppError } from '../../http/errors.ts'
import { missingFile } from '../store.ts'

/** A fault of the storage. */
interface Trouble {
  /** One sentence for the reader. It names no host, bucket or key, because everybody may see it. */
  text: () => string
  /** Whether another attempt at reading may succeed. */
  mayPass?: true
}

export const CLOCKS_DIFFER: Trouble = {
  text: () => i18n._('The clocks of this machine and of the storage of results differ too much.'),
}

const TROUBLES: readonly [codes: RegExp, trouble: Trouble][] = [
  [/^(NoSuchBucket|ContainerNotFound)$/, { text: () => i18n._('The bucket of results does not exist.') }],
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken|AuthFailure|XAdminUserNotFound|AuthenticationFailed|InvalidAuthenticationInfo|AccountNotFound)$/,
    { text: () => i18n._('The storage of results does not accept the access keys.') },
  ],
  [
    /^(AccessDenied|AllAccessDisabled|AccountProblem|AccountIsDisabled|Authorization\w*|InsufficientAccountPermissions|Forbidden|403)$/,
    { text: () => i18n._('The access keys have no right to use the bucket of results.') },
  ],
  [/^RequestTimeTooSkewed$/, CLOCKS_DIFFER],
  [
    /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|301)$/,
    { text: () => i18n._('The bucket of results is in another region.') },
  ],
  [/^(QuotaExceeded|XMinioStorageFull|InsufficientCapacity|507)$/, { text: () => i18n._('The storage of results is full.') }],
  [
    /^(SlowDown|ServiceUnavailable|InternalError|ServerBusy|OperationTimedOut|TooManyRequests|Throttling\w*|5\d\d|429)$/,
    { text: () => i18n._('The storage of results is overloaded or broken.'), mayPass: true },
  ],
  [
    /^(CredentialsProviderError|ProviderError|CredentialUnavailableError|AggregateAuthenticationError)$/,
    { text: () => i18n._('This machine has no identity that the storage of results could accept.') },
  ],
  [
    /^(TimeoutError|AbortError|RequestTimeout|ETIMEDOUT)$/,
    { text: () => i18n._('The storage of results did not answer in time.'), mayPass: true },
  ],
  [
    /^(UnreadableReply|302|303)$/,
    { text: () => i18n._('There is no storage with the S3 protocol at the address of the endpoint.') },
  ],
  [
    /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_VERIFY/,
    { text: () => i18n._('The certificate of the storage of results is not trusted.') },
  ],
  [
    /^(ECONNREFUSED|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_STREAM_PREMATURE_CLOSE|ECONNABORTED|EPROTO)$/,
    { text: () => i18n._('The storage of results cannot be reached.'), mayPass: true },
  ],
]

/** Whether the server said that there is no such object. */
export function isMissing(error: unknown): boolean {
  const codes = codesOf(error)
  const isContainer = codes.includes('NoSuchBucket') || codes.includes('ContainerNotFound')
  return !isContainer && codes.some((code) => /^(NoSuchKey|BlobNotFound|NotFound|404)$/.test(code))
}

/** Whether another attempt at reading may succeed. */
export const isTransient = (error: unknown): boolean => troubleOf(error).mayPass === true

/** The error of a request to the storage, as everybody may see it. The cause has what the server said. */
export function storageFailure(cause: unknown): Error {
  if (cause instanceof AppError) return cause
  return new AppError('storage_unavailable', { reason: troubleOf(cause).text() }, { cause })
}

/** The error of a request for a file, which may not be there. */
export const missingOr = (name: string, error: unknown): Error => (isMissing(error) ? missingFile(name) : storageFailure(error))

const UNKNOWN: Trouble = { text: () => i18n._('The storage of results answered with an unknown error.') }

/** The fault that an error of the storage's client stands for. */
export function troubleOf(error: unknown): Trouble {
  for (const code of codesOf(error)) {
    const known = TROUBLES.find(([pattern]) => pattern.test(code))
    if (known !== undefined) return known[1]
  }
  return UNKNOWN
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
