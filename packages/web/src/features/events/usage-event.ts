import type { UsageEvent } from '@sightline/contract/events.ts'

/** When and where something is done. */
interface Moment {
  /** Milliseconds since the epoch. */
  time: number
  /** Pixels. */
  screen: { width: number; height: number }
}

/** What is told of something that was done. */
export const usageEvent = (
  action: string,
  objectType: string,
  objectId: number | string,
  { time, screen }: Moment,
): UsageEvent => ({
  action,
  object_type: objectType,
  object_id: objectId,
  timestamp: time / 1000,
  screen_resolution: `${screen.width}x${screen.height}`,
})
