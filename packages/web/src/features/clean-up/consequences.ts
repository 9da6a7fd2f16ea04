import type { BrokenQuery, InactiveUser, StoredResult, UnusedQuery } from '@sightline/contract/clean-up.ts'
import { bytesText } from '@sightline/domain/format/units.ts'

/** The confirmation of an action on several items. */
export interface Confirmation {
  title: string
  /** The records that the action removes and keeps. */
  text: string
}

const counted = (count: number, one: string, many: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const archived =
  'Archived queries disappear from lists and dashboards, and their schedules and alerts stop. They can still be opened by URL.'

export function confirmArchivingUnused(chosen: readonly UnusedQuery[]): Confirmation {
  const shown = chosen.filter(({ dashboards }) => dashboards > 0).length
  const onDashboards = shown === 0 ? '' : ` ${counted(shown, 'of them is', 'of them are')} on a dashboard.`
  return { title: `Archive ${counted(chosen.length, 'query', 'queries')}`, text: `${archived}${onDashboards}` }
}

export function confirmArchivingBroken(chosen: readonly BrokenQuery[]): Confirmation {
  const scheduled = chosen.filter(({ is_scheduled }) => is_scheduled).length
  const ending = scheduled === 0 ? '' : ` ${counted(scheduled, 'schedule will stop', 'schedules will stop')}.`
  return { title: `Archive ${counted(chosen.length, 'query', 'queries')}`, text: `${archived}${ending}` }
}

export function confirmDeletingResults(chosen: readonly StoredResult[]): Confirmation {
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0)
  const shown = chosen.filter(({ query }) => query !== null).length
  const without =
    shown === 0
      ? 'No query uses these results.'
      : `${counted(shown, 'of them is the latest result of a query, which will have', 'of them are the latest results of queries, which will have')} no result until the next run.`
  return {
    title: `Delete ${counted(chosen.length, 'result', 'results')}`,
    text: `This frees ${bytesText(bytes)}. ${without}`,
  }
}

export function confirmDisablingUsers(chosen: readonly InactiveUser[]): Confirmation {
  const scheduled = chosen.reduce((sum, user) => sum + user.scheduled, 0)
  const schedules = scheduled === 0 ? '' : ` ${scheduled.toLocaleString('en-US')} of their scheduled queries will stop.`
  return {
    title: `Disable ${counted(chosen.length, 'user', 'users')}`,
    text: `They are signed out and their API keys stop working. Their queries and dashboards remain, and you can enable them again.${schedules}`,
  }
}
