import { DEFAULT_REFRESH_INTERVALS, MIN_REFRESH_SECONDS, usableIntervals } from '@sightline/domain/schedule/intervals.ts'
import { z } from 'zod'
import { ofKind, setting } from './setting.ts'
import { flag, intervals, whole } from './values.ts'

export interface QueryConfig {
  /** Maximum number of concurrent executions per worker process. */
  executionConcurrency: number
  /** Milliseconds that running executions get to finish when this process is asked to stop. */
  shutdownGrace: number
  /** Whether a query text starts with a comment that names the user who runs it, if the source supports comments. */
  annotates: boolean
  limits: {
    /** Milliseconds; null for no limit. */
    time: number | null
    /** The same for runs started by a schedule. */
    scheduledTime: number | null
    /** The same for runs started with query keys or by visitors of public dashboards. */
    publicTime: number | null
    rows: number
    bytes: number
    /** Resident bytes of an executor process. */
    memory: number
  }
  /** Free bytes on the disk of the data folder that a run needs to start; 0 for no check. */
  minFreeSpace: number
  /** Size of the in-memory cache of small results, in bytes. */
  answerMemory: number
  /** Seconds. The intervals offered by the schedule dialog. */
  queryRefreshIntervals: number[]
  /** Minimum interval in seconds between two refreshes, of dashboards and of scheduled queries. */
  minRefreshInterval: number
}

const MEGABYTE = 1024 * 1024

export const querySettings = {
  SIGHTLINE_EXECUTION_CONCURRENCY: setting(whole(1, 64).default(4), {
    meaning: 'concurrent executions in one worker process',
  }),
  SIGHTLINE_EXECUTOR_MEMORY: setting(whole(256, 1_048_576).default(2048), {
    meaning: 'megabytes that one execution may use in Sightline',
  }),
  SIGHTLINE_QUERY_TIME_LIMIT: setting(whole(0, 86_400).default(1800), {
    meaning: 'seconds that a run may take; `0` for no limit',
  }),
  SIGHTLINE_SCHEDULED_QUERY_TIME_LIMIT: setting(whole(0, 86_400).optional(), {
    meaning: 'the same for scheduled runs',
    otherwise: 'that of `SIGHTLINE_QUERY_TIME_LIMIT`',
  }),
  SIGHTLINE_PUBLIC_QUERY_TIME_LIMIT: setting(whole(0, 86_400).default(300), {
    meaning: 'the same for runs of query keys and public dashboards',
  }),
  SIGHTLINE_RESULT_ROW_LIMIT: setting(whole(1, 2_000_000_000).default(10_000_000), { meaning: 'rows of one result' }),
  SIGHTLINE_RESULT_BYTE_LIMIT: setting(whole(1, 999_999_999_999_999).default(8 * 1024 * MEGABYTE), {
    meaning: 'bytes of uncompressed values of one result',
    otherwise: '`8589934592`: 8 GB',
  }),
  SIGHTLINE_MIN_FREE_SPACE: setting(whole(0, 1_048_576).default(1024), {
    meaning:
      'megabytes that must be free on the disks of the data directory and the results for a run to start; `0` for no limit',
  }),
  SIGHTLINE_SHUTDOWN_GRACE: setting(whole(0, 3600).default(10), {
    meaning:
      'seconds that running executions and open requests have to finish when a process is stopped; requests have at least 8',
  }),
  SIGHTLINE_ANNOTATE: setting(flag.default(true), {
    meaning: '`0` leaves out the comment that names the user to the data source',
  }),
  SIGHTLINE_ANSWER_MEMORY: setting(whole(0, 1_048_576).default(64), {
    meaning: 'megabytes of encoded small results that are cached in memory; `0` for none',
  }),
  SIGHTLINE_QUERY_REFRESH_INTERVALS: setting(intervals.default([...DEFAULT_REFRESH_INTERVALS]), {
    meaning: 'intervals that the schedule dialog offers, in seconds, none under 30',
    otherwise: '21 values from 60 to 2592000',
  }),
  SIGHTLINE_MIN_REFRESH_INTERVAL: setting(
    ofKind(
      `whole number, at least ${MIN_REFRESH_SECONDS}`,
      z.coerce.number().int().min(MIN_REFRESH_SECONDS, `must be at least ${MIN_REFRESH_SECONDS}`),
    ).default(MIN_REFRESH_SECONDS),
    { meaning: 'shortest interval, in seconds, between refreshes of dashboards and scheduled queries' },
  ),
}

type Given = z.output<z.ZodObject<typeof querySettings>>

export const queryConfigFrom = (given: Given): QueryConfig => ({
  executionConcurrency: given.SIGHTLINE_EXECUTION_CONCURRENCY,
  shutdownGrace: given.SIGHTLINE_SHUTDOWN_GRACE * 1000,
  annotates: given.SIGHTLINE_ANNOTATE,
  limits: {
    time: milliseconds(given.SIGHTLINE_QUERY_TIME_LIMIT),
    scheduledTime: milliseconds(given.SIGHTLINE_SCHEDULED_QUERY_TIME_LIMIT ?? given.SIGHTLINE_QUERY_TIME_LIMIT),
    publicTime: milliseconds(given.SIGHTLINE_PUBLIC_QUERY_TIME_LIMIT),
    rows: given.SIGHTLINE_RESULT_ROW_LIMIT,
    bytes: given.SIGHTLINE_RESULT_BYTE_LIMIT,
    memory: given.SIGHTLINE_EXECUTOR_MEMORY * MEGABYTE,
  },
  minFreeSpace: given.SIGHTLINE_MIN_FREE_SPACE * MEGABYTE,
  answerMemory: given.SIGHTLINE_ANSWER_MEMORY * MEGABYTE,
  queryRefreshIntervals: usableIntervals(given.SIGHTLINE_QUERY_REFRESH_INTERVALS),
  minRefreshInterval: given.SIGHTLINE_MIN_REFRESH_INTERVAL,
})

/** 0 seconds means no limit. */
const milliseconds = (seconds: number) => (seconds === 0 ? null : seconds * 1000)
