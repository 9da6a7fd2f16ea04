import type { Schedule } from '@sightline/contract/queries.ts'
import { scheduleText } from '@sightline/domain/schedule/display.ts'
import { useTimeZone } from '../time-zone.tsx'

/** The text of a refresh schedule for the reader. */
export const useScheduleText = (schedule: Schedule | null): string => scheduleText(schedule, useTimeZone())
