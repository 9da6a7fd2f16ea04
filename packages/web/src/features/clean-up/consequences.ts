import { t } from '@lingui/core/macro'
import type { BrokenQuery, InactiveUser, StoredResult, UnusedQuery } from '@sightline/contract/clean-up.ts'
import { bytesText } from '@sightline/domain/format/units.ts'

/** The confirmation of an action on several items. */
export interface Confirmation {
  title: string
  /** The records that the action removes and keeps. */
  text: string
}

const counted = (count: number, one: string, many: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const archived = t`Archived queries disappear from lists and dashboards, and their schedules and alerts stop. They can still be opened by URL.`

export function confirmArchivingUnused(chosen: readonly UnusedQuery[]): Confirmation {
  const shown = chosen.filter(({ dashboards }) => dashboards > 0).length
  const onDashboards = shown === 0 ? '' : ` ${counted(shown, t`of them is`, t`of them are`)} on a dashboard.`
  return { title: `Archive ${counted(chosen.length, 'query', 'queries')}`, text: `${archived}${onDashboards}` }
}

export function confirmArchivingBroken(chosen: readonly BrokenQuery[]): Confirmation {
  const scheduled = chosen.filter(({ is_scheduled }) => is_scheduled).length
  const ending = scheduled === 0 ? '' : ` ${counted(scheduled, t`schedule will stop`, t`schedules will stop`)}.`
  return { title: `Archive ${counted(chosen.length, 'query', 'queries')}`, text: `${archived}${ending}` }
}

export function confirmDeletingResults(chosen: readonly StoredResult[]): Confirmation {
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0)
  const shown = chosen.filter(({ query }) => query !== null).length
  const without =
    shown === 0
      ? t`No query uses these results.`
      : `${counted(shown, t`of them is the latest result of a query, which will have`, t`of them are the latest results of queries, which will have`)} no result until the next run.`
  return {
    title: `Delete ${counted(chosen.length, 'result', 'results')}`,
    text: t`This frees ${bytesText(bytes)}. ${without}`,
  }
}

export function confirmDisablingUsers(chosen: readonly InactiveUser[]): Confirmation {
  const scheduled = chosen.reduce((sum, user) => sum + user.scheduled, 0)
  const schedules = scheduled === 0 ? '' : t` ${scheduled.toLocaleString('en-US')} of their scheduled queries will stop.`
  return {
    title: `Disable ${counted(chosen.length, 'user', 'users')}`,
    text: t`They are signed out and their API keys stop working. Their queries and dashboards remain, and you can enable them again.${schedules}`,
  }
}
