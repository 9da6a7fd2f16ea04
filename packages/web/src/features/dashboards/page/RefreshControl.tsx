import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { offeredRates } from '@sightline/domain/schedule/intervals.ts'
import { IconCheck, IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSession } from '../../../app/session.ts'
import { intervalName } from '../../../ui/schedule/use-schedule-text.ts'
import styles from './DashboardHead.module.css'

export interface RefreshControlProps {
  /** Seconds; null if it does not refresh by itself. */
  rate: number | null
  onRefresh(): void
  onRate(seconds: number | null): void
}

/** Refreshes all widgets, once or periodically. */
export function RefreshControl({ rate, onRefresh, onRate }: RefreshControlProps) {
  // Read here rather than in the page, which would render again with each run that starts or ends.
  const isRefreshing = useIsFetching({ queryKey: ['widget-runs'] }) > 0
  const { dashboardRefreshIntervals, minRefreshInterval } = useSession().client_config
  const rates = offeredRates(dashboardRefreshIntervals, minRefreshInterval)
  return (
    <div className={styles.refresh}>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh size={16} stroke={1.75} className={isRefreshing ? styles.turning : undefined} />}
        onClick={onRefresh}
      >
        <Trans>Refresh</Trans>
      </Button>
      <Menu position="bottom-end" width={188}>
        <Menu.Target>
          <Button
            variant="default"
            size="sm"
            className={styles.rate}
            aria-label={rate === null ? t`Auto refresh` : t`Auto refresh: ${intervalName(rate)}`}
          >
            {rate !== null && intervalName(rate)}
            <IconChevronDown size={14} stroke={1.75} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {rates.map(({ seconds, isAllowed }) => (
            <Menu.Item
              key={seconds}
              disabled={!isAllowed}
              rightSection={seconds === rate && <IconCheck size={14} stroke={1.75} aria-label={t`chosen`} />}
              onClick={() => onRate(seconds)}
            >
              {intervalName(seconds)}
            </Menu.Item>
          ))}
          {rate !== null && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => onRate(null)}>
                <Trans>Stop auto refresh</Trans>
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/** Calls `refresh` every so many seconds; never if null. */
export function useAutoRefresh(seconds: number | null, refresh: () => void): void {
  const onTick = useEffectEvent(refresh)
  useEffect(() => {
    if (seconds === null) return
    const timer = setInterval(() => onTick(), seconds * 1000)
    return () => clearInterval(timer)
  }, [seconds])
}
