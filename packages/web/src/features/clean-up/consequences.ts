import { plural, t } from '@lingui/core/macro'
import type { BrokenQuery, InactiveUser, StoredResult, UnusedQuery } from '@sightline/contract/clean-up.ts'
import { bytesText } from '@sightline/domain/format/units.ts'
import { localNumber } from '@sightline/domain/language/local.ts'

/** The confirmation of an action on several items. */
export interface Confirmation {
  title: string
  /** The records that the action removes and keeps. */
  text: string
}

const archived = t`Archived queries disappear from lists and dashboards, and their schedules and alerts stop. They can still be opened by URL.`

export function confirmArchivingUnused(chosen: readonly UnusedQuery[]): Confirmation {
  const shown = chosen.filter(({ dashboards }) => dashboards > 0).length
  const onDashboards = plural(shown, { one: '# of them is on a dashboard.', other: '# of them are on a dashboard.' })
  return { title: archiving(chosen.length), text: shown === 0 ? archived : `${archived} ${onDashboards}` }
}

export function confirmArchivingBroken(chosen: readonly BrokenQuery[]): Confirmation {
  const scheduled = chosen.filter(({ is_scheduled }) => is_scheduled).length
  const ending = plural(scheduled, { one: '# schedule will stop.', other: '# schedules will stop.' })
  return { title: archiving(chosen.length), text: scheduled === 0 ? archived : `${archived} ${ending}` }
}

const archiving = (count: number) => plural(count, { one: 'Archive # query', other: 'Archive # queries' })

export function confirmDeletingResults(chosen: readonly StoredResult[]): Confirmation {
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0)
  const shown = chosen.filter(({ query }) => query !== null).length
  const without =
    shown === 0
      ? t`No query uses these results.`
      : plural(shown, {
          one: '# of them is the latest result of a query, which will have no result until the next run.',
          other: '# of them are the latest results of queries, which will have no result until the next run.',
        })
  return {
    title: plural(chosen.length, { one: 'Delete # result', other: 'Delete # results' }),
    text: t`This frees ${bytesText(bytes)}. ${without}`,
  }
}

export function confirmDisablingUsers(chosen: readonly InactiveUser[]): Confirmation {
  const scheduled = chosen.reduce((sum, user) => sum + user.scheduled, 0)
  const schedules = scheduled === 0 ? '' : t` ${localNumber(scheduled)} of their scheduled queries will stop.`
  return {
    title: plural(chosen.length, { one: 'Disable # user', other: 'Disable # users' }),
    text: t`They are signed out and their API keys stop working. Their queries and dashboards remain, and you can enable them again.${schedules}`,
  }
}
