const REQUEST_LIMIT_MS = 60_000
/** Milliseconds in which the storage must answer a question about its state. */
const CHECK_LIMIT_MS = 5_000
/** The slowest line that is waited for, in bytes per millisecond: 1 MB per second. */
const SLOWEST = 1_000
/** Less than the hour after which a file without a row is removed, so that no upload is still running then. */
const LONGEST_MS = 50 * 60_000

/** Ends a small request, with all its attempts. */
export const requestLimit = (): AbortSignal => AbortSignal.timeout(REQUEST_LIMIT_MS)

/** Ends the transfer of a file, with all its attempts. @param bytes of the file */
export const transferLimit = (bytes: number): AbortSignal =>
  AbortSignal.timeout(Math.min(LONGEST_MS, Math.ceil(REQUEST_LIMIT_MS + bytes / SLOWEST)))

/** Ends a question about the state of the storage. */
export const checkLimit = (): AbortSignal => AbortSignal.timeout(CHECK_LIMIT_MS)
