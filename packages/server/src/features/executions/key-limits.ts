/** What keys may have the workers do, so that whoever holds one does not hold up the installation. */

/** Runs of one key that wait at a time, and how many of them may come from one address: a page of many charts asks for all at once. */
export const WAITING_PER_KEY = 200
export const WAITING_PER_ADDRESS = 50

/** Runs at a time: the charts of a dashboard come two by two, a query key runs its one query. */
export const RUNNING_PER_DASHBOARD = 2
export const RUNNING_PER_QUERY = 1

/** Event streams that may be open at a time in one process: of a user, of a key from one address, and of a key. */
export const STREAMS_PER_USER = 100
export const STREAMS_PER_ADDRESS = 30
export const STREAMS_PER_KEY = 300

/** Seconds after which a refused caller may try again. */
export const RETRY_AFTER_SECONDS = 30

/** Who starts an execution by a key. */
export interface KeyCaller {
  /** As `callerName` names it. */
  name: string
  address: string
}
