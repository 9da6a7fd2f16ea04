import { t } from '@lingui/core/macro'
import { Badge, Tooltip } from '@mantine/core'
import type { QueryHealth } from '@sightline/contract/query-health.ts'
import { formatDate } from '@sightline/domain/format/date.ts'
import { failureText, type Health, healthOf, staleText } from '@sightline/domain/health.ts'
import { IconAlertTriangle, IconClockExclamation } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import styles from './HealthMark.module.css'
import { clock } from './TimeAgo.tsx'
import { useTimeZone } from './time-zone.tsx'

interface HealthMarkProps {
  health: QueryHealth
  /** When the shown result was retrieved; null if none is shown. */
  retrievedAt: string | null
}

const icons = { failing: IconAlertTriangle, stale: IconClockExclamation }
const tones = { failing: 'err', stale: 'warn' } as const

/** Says that the shown result of a query is out of date, why, and when it was retrieved; nothing if all is well. */
export function HealthLine(props: HealthMarkProps) {
  const { state, text, dataText, details } = useHealthTexts(props)
  if (state === 'ok') return null
  const Icon = icons[state]
  return (
    <Tooltip label={details} multiline maw={420}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be readable with the keyboard */}
      <span className={styles.line} data-tone={tones[state]} role="status" tabIndex={0}>
        <Icon size={14} stroke={1.75} aria-hidden />
        <span className={styles.text}>
          {text}
          {dataText !== null && <span className={styles.data}> · {dataText}</span>}
        </span>
      </span>
    </Tooltip>
  )
}

/** The same as a short badge, for lists. */
export function HealthBadge(props: HealthMarkProps) {
  const { state, details } = useHealthTexts(props)
  if (state === 'ok') return null
  return (
    <Tooltip label={details} multiline maw={420}>
      <Badge data-tone={tones[state]}>{state === 'failing' ? t`Failing` : t`Stale`}</Badge>
    </Tooltip>
  )
}

interface HealthTexts {
  state: Health
  /** The problem in a few words. */
  text: string
  /** When the shown result was retrieved; null without a result. */
  dataText: string | null
  /** Everything, with the error message as far as the user may see it. */
  details: string
}

function useHealthTexts({ health, retrievedAt }: HealthMarkProps): HealthTexts {
  const now = new Date(useSyncExternalStore(clock.subscribe, clock.now, clock.now))
  const timeZone = useTimeZone()
  const failedAt = health.failed_at === null ? null : new Date(health.failed_at)
  const state = healthOf(failedAt, health.stale_after, retrievedAt === null ? null : new Date(retrievedAt), now)
  const timeText = (time: string) => {
    const day = formatDate(time, 'YYYY-MM-DD', timeZone)
    const isToday = day === formatDate(now.getTime(), 'YYYY-MM-DD', timeZone)
    return formatDate(time, isToday ? 'HH:mm' : 'YYYY-MM-DD HH:mm', timeZone) ?? time
  }
  const text = state === 'failing' ? failureText(health.failures) : staleText()
  const dataText = retrievedAt === null ? null : t`data from ${timeText(retrievedAt)}`
  const since = state === 'failing' && health.failing_since !== null ? ` since ${timeText(health.failing_since)}` : ''
  const shown = dataText === null ? '' : `, showing ${dataText}`
  return { state, text, dataText, details: [`${text}${since}${shown}.`, health.error].filter(Boolean).join(' ') }
}
